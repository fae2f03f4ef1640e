import { api } from '../../shared/api.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { shelve } from '../feed/shelves.ts'
import { announce } from '../layers/announce.tsx'
import { buzz } from '../state/haptics.ts'
import { changeStatus, findStatus, keepStatus } from '../state/statuses.ts'
import { tellTabs } from '../state/tabs.ts'

type Changes = Partial<Status>

/** Requests in progress by status; quick presses run one after the other. */
const underWay = new Map<string, { calls: number; last: Promise<unknown> }>()

interface Words {
  /** for who hears the page, once it is done: the others see it at once */
  done?: string
  /** what did not work, as a sentence */
  failed: string
}

/**
 * Shows a change of a status at once, then tells the server; what it refuses is taken back.
 * @param call answers with the status as it is then
 * @returns whether it went well
 */
export async function change(
  id: string,
  changes: Changes,
  call: () => Promise<Status>,
  { done, failed }: Words,
): Promise<boolean> {
  const now = findStatus(id)
  const before = now && pick(now, changes)
  changeStatus(id, changes)
  const entry = underWay.get(id) ?? { calls: 0, last: Promise.resolve() }
  entry.calls += 1
  underWay.set(id, entry)
  const answer = entry.last.then(call)
  entry.last = answer.catch(() => {})
  try {
    const status = await answer
    // an answer to an earlier press would show for a moment what no longer is meant
    if (entry.calls === 1) {
      const now = status.reblog ?? status
      const changed = Object.keys(changes)
      keepStatus(now)
      shelve(now, changed)
      tellTabs({ status: now, changed })
    }
    if (done !== undefined) announce(done)
    return true
  } catch (error) {
    if (before !== undefined) changeStatus(id, before)
    tellError(error, failed)
    return false
  } finally {
    entry.calls -= 1
    if (entry.calls === 0) underWay.delete(id)
  }
}

function pick(status: Status, like: Changes): Changes {
  const names = Object.keys(like) as (keyof Status)[]
  return Object.fromEntries(names.map((name) => [name, status[name]]))
}

const post = (id: string, verb: string, body?: object) => () =>
  api.post<Status>(`/api/v1/statuses/${id}/${verb}`, body)

export async function toggleFavourite({ id, favourited, favourites_count }: Status): Promise<void> {
  const on = !favourited
  const count = Math.max(0, favourites_count + (on ? 1 : -1))
  const changes = { favourited: on, favourites_count: count }
  const words = on
    ? { done: t('Added to your favourites'), failed: t('It is not among your favourites.') }
    : { done: t('No longer a favourite'), failed: t('It is still among your favourites.') }
  buzz()
  await change(id, changes, post(id, on ? 'favourite' : 'unfavourite'), words)
}

export async function toggleReblog({ id, reblogged, reblogs_count }: Status): Promise<void> {
  const on = !reblogged
  const count = Math.max(0, reblogs_count + (on ? 1 : -1))
  const changes = { reblogged: on, reblogs_count: count }
  const words = on
    ? { done: t('Boosted to your followers'), failed: t('It is not boosted.') }
    : { done: t('No longer boosted'), failed: t('It is still boosted.') }
  buzz()
  await change(id, changes, post(id, on ? 'reblog' : 'unreblog'), words)
}

export async function toggleBookmark({ id, bookmarked }: Status): Promise<void> {
  const on = !bookmarked
  const words = on
    ? { done: t('Added to your bookmarks'), failed: t('It is not among your bookmarks.') }
    : { done: t('No longer bookmarked'), failed: t('It is still among your bookmarks.') }
  buzz()
  await change(id, { bookmarked: on }, post(id, on ? 'bookmark' : 'unbookmark'), words)
}

export const muteConversation = ({ id, muted }: Status): Promise<boolean> =>
  change(id, { muted: !muted }, post(id, muted ? 'unmute' : 'mute'), {
    failed: muted ? t('The conversation is still muted.') : t('The conversation is not muted.'),
  })

export const pin = ({ id, pinned }: Status): Promise<boolean> =>
  change(id, { pinned: !pinned }, post(id, pinned ? 'unpin' : 'pin'), {
    failed: pinned ? t('It is still pinned.') : t('It is not pinned.'),
  })

/** Reads a status anew, as after a filter was changed. */
export async function refreshStatus(id: string): Promise<void> {
  keepStatus(await api.get<Status>(`/api/v1/statuses/${id}`))
}
