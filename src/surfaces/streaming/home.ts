import { loadViewersSeeing } from '../../features/statuses/read/viewers-allowed.ts'
import { renderViews } from '../../features/statuses/read/views.ts'
import { accountsHolding, holdsAtHome } from '../../features/timelines/entries.ts'
import { futureReadersOf } from '../../features/timelines/future-readers.ts'
import type { Db } from '../../kernel/db/database.ts'
import { broadcast, broadcastViews } from './broadcast.ts'
import { listeningAccounts, ownChannel } from './channels.ts'
import { createMessage } from './messages.ts'
import type { Streams, Subscription } from './registry.ts'

const HOLDERS_AT_ONCE = 500
const BEFORE_ALL = '0'.repeat(18)
const AFTER_ALL = '9'.repeat(18)

export interface HomeStatus {
  id: string
  account_id: string
  reblog_of_id: string | null
}

/** Account ids in (after, upTo]; null: no bound. */
export interface Range {
  after: string | null
  upTo: string | null
}

export const EVERYBODY: Range = { after: null, upTo: null }

/**
 * Sends a status to the `user` streams of the accounts that have it on their home timeline.
 * @param range the accounts to reach; the range without a lower bound includes the author
 */
export async function streamHome(
  { app, registry }: Streams,
  event: 'update' | 'status.update',
  status: HomeStatus,
  range: Range = EVERYBODY,
): Promise<void> {
  const author = status.account_id
  const first = range.after === null && (await isAtHome(app.db, author, status)) ? [author] : []
  const asked = { statusId: status.id, ...range, first, except: [author] }
  for await (const viewerIds of listeningHolders({ app, registry }, asked)) {
    const seeing = await loadViewersSeeing(app.db, status, viewerIds)
    const views = await renderViews(app, status, seeing)
    await broadcastViews(event, views, (id) => registry.listeners(ownChannel('user', id)))
  }
}

/** Whether the author's home timeline has the status: not a reblog of a status that is on it already. */
async function isAtHome(db: Db, authorId: string, { id, reblog_of_id }: HomeStatus) {
  return reblog_of_id === null || (await holdsAtHome(db, authorId, id))
}

/**
 * Sends the deletion of a status to the `user` streams of the accounts that had it on their home timeline or that
 * it mentions (S-156).
 */
export async function streamHomeDelete(
  { app, registry }: Streams,
  status: HomeStatus,
): Promise<void> {
  const message = createMessage('delete', status.id)
  const first = [...new Set([status.account_id, ...(await namedIn(app.db, status.id))])]
  const asked = { statusId: status.id, ...EVERYBODY, first, except: first }
  for await (const ids of listeningHolders({ app, registry }, asked)) {
    const listening = ids.map((id) => registry.listeners(ownChannel('user', id)))
    await broadcast(
      message,
      listening.flatMap((own): Subscription[] => [...own]),
    )
  }
}

/** Accounts that a status mentions. */
export async function namedIn(db: Db, statusId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mention')
    .where('status_id', '=', statusId)
    .select('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

interface Holders extends Range {
  statusId: string
  /** account ids that come first, whether or not their home timeline has the status */
  first: readonly string[]
  /** account ids to leave out after `first` */
  except: readonly string[]
}

/** Accounts that have a status on their home timeline, or will pull it, and a subscription here, in batches. */
async function* listeningHolders(
  { app, registry }: Streams,
  { statusId, after, upTo, first, except }: Holders,
): AsyncIterable<string[]> {
  const listens = (id: string) => registry.listeners(ownChannel('user', id)).size > 0
  yield first.filter(listens)
  let last = after ?? BEFORE_ALL
  for (;;) {
    const holders = await accountsHolding(app.db, {
      statusId,
      after: last,
      upTo: upTo ?? AFTER_ALL,
      limit: HOLDERS_AT_ONCE,
    })
    yield holders.filter((id) => !except.includes(id) && listens(id))
    if (holders.length < HOLDERS_AT_ONCE) break
    last = holders.at(-1)!
  }
  const [above, below] = [after ?? BEFORE_ALL, upTo ?? AFTER_ALL]
  const listening = listeningAccounts(registry).filter((id) => id > above && id <= below)
  const future = listening.length === 0 ? null : await futureReadersOf(app.db, statusId)
  for (let from = 0; future !== null && from < listening.length; from += HOLDERS_AT_ONCE) {
    const readers = await future.homesAmong(listening.slice(from, from + HOLDERS_AT_ONCE))
    yield readers.filter((id) => !except.includes(id))
  }
}
