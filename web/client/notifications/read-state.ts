import { signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import type { GroupedNotificationsResults, Markers } from '../../shared/entities/api.ts'
import { isNewer } from '../feed/id-order.ts'
import { markNotificationsRead } from './unread-counts.ts'

/**
 * Notifications above this id are marked as new. It stays while somebody looks at the page, so that what was new
 * when they came can be told from what was not; null until it is known.
 */
export const seenUpTo = signal<string | null>(null)
/** what the server was told last */
let told = ''
let reading: Promise<void> | null = null

export const isUnread = (id: string): boolean =>
  seenUpTo.value !== null && isNewer(id, seenUpTo.value)

/** Begins a visit of the page: what was new at the one before is not any more. */
export async function beginVisit(): Promise<void> {
  if (seenUpTo.peek() !== null) {
    seenUpTo.value = told
    return
  }
  // once: a second answer may know already what the page has told since the first
  reading ??= readMarker().finally(() => {
    reading = null
  })
  await reading
}

async function readMarker(): Promise<void> {
  const markers = await api.get<Markers>('/api/v1/markers', { timeline: ['notifications'] })
  told = markers.notifications?.last_read_id ?? '0'
  seenUpTo.value = told
}

/** Tells the server that all up to this one were on the screen. */
export async function tellSeen(id: string): Promise<void> {
  if (seenUpTo.value === null || id === '' || !isNewer(id, told)) return
  const before = told
  told = id
  await markNotificationsRead(id).catch(() => {
    told = before // said again with the next one
  })
}

/** Marks all there are as read, also those that no list shows. */
export async function markAllRead(): Promise<void> {
  const newest = await api.get<GroupedNotificationsResults>('/api/v2/notifications', { limit: 1 })
  const id = newest.notification_groups[0]?.page_max_id
  if (id === undefined) return
  await markNotificationsRead(id)
  told = isNewer(id, told) ? id : told
  seenUpTo.value = told
}
