import type { Db } from '../db/database.ts'
import { loadViewersSeeing } from '../statuses/audience.ts'
import { renderViews } from '../statuses/views.ts'
import { accountsHolding, holdsAtHome } from '../timelines/entries.ts'
import { broadcast, broadcastViews } from './broadcast.ts'
import { ownChannel } from './channels.ts'
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

/** Ids of accounts in (after, upTo]; null: no bound. */
export interface Range {
  after: string | null
  upTo: string | null
}

export const EVERYBODY: Range = { after: null, upTo: null }

/**
 * Brings a status to the `user` streams of those who have it at home.
 * @param range its author belongs to the one that has no lower bound
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

/** Whether its author has it at home: a reblog of what is there anyway is left out. */
async function isAtHome(db: Db, authorId: string, { id, reblog_of_id }: HomeStatus) {
  return reblog_of_id === null || (await holdsAtHome(db, authorId, id))
}

/**
 * Takes a deleted status from the `user` streams of those who had it at home, or heard that it named
 * them (S-156).
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

async function namedIn(db: Db, statusId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mention')
    .where('status_id', '=', statusId)
    .select('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

interface Holders extends Range {
  statusId: string
  /** come before all others, whether they have it or not */
  first: readonly string[]
  /** do not come again */
  except: readonly string[]
}

/** Those who have a status at home and listen here, some at a time. */
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
    if (holders.length < HOLDERS_AT_ONCE) return
    last = holders.at(-1)!
  }
}
