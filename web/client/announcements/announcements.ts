import { computed, signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Announcement } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { listen } from '../feed/streaming.ts'
import { announce } from '../layers/announce.tsx'
import {
  isUnread,
  newestFirst,
  type Reacting,
  type ReactionCount,
  withArrival,
  withCount,
  withOwn,
  withoutOne,
} from './announcement-list.ts'
import { titleOf } from './title.ts'

const PATH = '/api/v1/announcements'

/** Current announcements, newest first; null until they are read. */
export const announcements = signal<readonly Announcement[] | null>(null)
export const unreadAnnouncements = computed(() => (announcements.value ?? []).filter(isUnread))

let reading: Promise<void> | null = null

/** Reads them, once; what fails is read by the next call. From then on they are kept up to date. */
export function readAnnouncements(): Promise<void> {
  if (viewer === null) return Promise.resolve()
  watch()
  reading ??= readAgain().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

async function readAgain(): Promise<void> {
  announcements.value = newestFirst(await api.get<Announcement[]>(PATH, { with_dismissed: true }))
}

let isWatching = false

function watch(): void {
  if (isWatching) return
  isWatching = true
  const refresh = () => {
    // what was read before they were is not older
    if (announcements.peek() !== null) void readAgain().catch(() => {})
  }
  listen({ stream: 'user', params: {}, hear, catchUp: refresh })
  // no event says that one was read on another device
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh()
  })
}

function hear(event: string, payload: string): void {
  const all = announcements.peek()
  if (all === null) return
  if (event === 'announcement.delete') announcements.value = withoutOne(all, payload)
  if (event === 'announcement.reaction') {
    announcements.value = withCount(all, JSON.parse(payload) as ReactionCount)
  }
  if (event === 'announcement') {
    const arrived = JSON.parse(payload) as Announcement
    announcements.value = withArrival(all, arrived)
    if (all.every(({ id }) => id !== arrived.id)) {
      announce(t('New announcement: {text}', { text: titleOf(arrived) }))
    }
  }
}

/** Says that the viewer has read one, or some, on all devices. */
export async function dismiss(...some: readonly Announcement[]): Promise<void> {
  const ids = new Set(some.map(({ id }) => id))
  mark(ids, true)
  try {
    for (const id of ids) await api.post(`${PATH}/${id}/dismiss`)
  } catch (error) {
    mark(ids, false)
    tellError(error)
  }
}

function mark(ids: ReadonlySet<string>, read: boolean): void {
  const all = announcements.peek() ?? []
  announcements.value = all.map((one) => (ids.has(one.id) ? { ...one, read } : one))
}

/** Adds the viewer's reaction, or takes it back. */
export async function toggleReaction(
  { id, reactions }: Announcement,
  reaction: Reacting,
): Promise<void> {
  const isOn = !(reactions.find(({ name }) => name === reaction.name)?.me ?? false)
  const show = (on: boolean) => {
    announcements.value = withOwn(announcements.peek() ?? [], id, reaction, on)
  }
  const path = `${PATH}/${id}/reactions/${encodeURIComponent(reaction.name)}`
  show(isOn)
  try {
    await (isOn ? api.put(path) : api.delete(path))
  } catch (error) {
    show(!isOn)
    tellError(error, isOn ? t('Your reaction is not there.') : t('Your reaction is still there.'))
  }
}
