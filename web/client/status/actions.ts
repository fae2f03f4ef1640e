import { api } from '../../shared/api.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { announce } from '../layers/announce.tsx'
import { changeStatus, findStatus, keepStatus } from '../state/statuses.ts'

type Changes = Partial<Status>

/** What is under way about a status, so that quick presses come one after the other. */
const underWay = new Map<string, { calls: number; last: Promise<unknown> }>()

/**
 * Shows a change of a status at once, then tells the server; what it refuses is taken back.
 * @param call answers with the status as it is then
 * @returns whether it went well
 */
export async function change(
  id: string,
  changes: Changes,
  call: () => Promise<Status>,
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
    if (entry.calls === 1) keepStatus(status.reblog ?? status)
    return true
  } catch (error) {
    if (before !== undefined) changeStatus(id, before)
    tellError(error)
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
  announce(on ? t('Added to your favourites') : t('No longer a favourite'))
  const changes = { favourited: on, favourites_count: count }
  await change(id, changes, post(id, on ? 'favourite' : 'unfavourite'))
}

export async function toggleReblog({ id, reblogged, reblogs_count }: Status): Promise<void> {
  const on = !reblogged
  const count = Math.max(0, reblogs_count + (on ? 1 : -1))
  announce(on ? t('Boosted to your followers') : t('No longer boosted'))
  const changes = { reblogged: on, reblogs_count: count }
  await change(id, changes, post(id, on ? 'reblog' : 'unreblog'))
}

export async function toggleBookmark({ id, bookmarked }: Status): Promise<void> {
  const on = !bookmarked
  announce(on ? t('Added to your bookmarks') : t('No longer bookmarked'))
  await change(id, { bookmarked: on }, post(id, on ? 'bookmark' : 'unbookmark'))
}

export const muteConversation = ({ id, muted }: Status): Promise<boolean> =>
  change(id, { muted: !muted }, post(id, muted ? 'unmute' : 'mute'))

export const pin = ({ id, pinned }: Status): Promise<boolean> =>
  change(id, { pinned: !pinned }, post(id, pinned ? 'unpin' : 'pin'))

/** Reads a status anew, as after a filter was changed. */
export async function refreshStatus(id: string): Promise<void> {
  keepStatus(await api.get<Status>(`/api/v1/statuses/${id}`))
}
