import { sql } from 'kysely'
import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { removeUnattached } from '../media/jobs.ts'
import { removeStatus } from '../statuses/remove.ts'
import type { Tx } from '../transact.ts'

export const PURGE = 'account.purge'

/** rows in one transaction */
const ROWS_AT_ONCE = 500
/** each takes a handful of statements and events of its own */
const STATUSES_AT_ONCE = 50

/** Rows that are about the account and nobody else counts: table, key, and columns that name it. */
const FORGOTTEN = [
  ['follow_request', ['id'], ['account_id', 'target_id']],
  ['block', ['id'], ['account_id', 'target_id']],
  ['mute', ['id'], ['account_id', 'target_id']],
  ['account_note', ['account_id', 'target_id'], ['account_id', 'target_id']],
  ['bookmark', ['id'], ['account_id']],
  ['notification', ['id'], ['account_id', 'from_account_id']],
  ['home_entry', ['account_id', 'status_id'], ['account_id']],
  ['account_conversation', ['id'], ['account_id']],
  ['conversation_mute', ['account_id', 'conversation_id'], ['account_id']],
  ['poll_vote', ['poll_id', 'account_id', 'choice'], ['account_id']],
  ['tag_use', ['tag_id', 'day', 'account_id'], ['account_id']],
  ['idempotency_key', ['account_id', 'key'], ['account_id']],
] as const

export const jobs: JobHandlers = {
  [PURGE]: { run: (app, { accountId }) => purgeAccount(app, String(accountId)) },
}

/** Removes what a deleted account did here, in small transactions; stopped half-way, it goes on. */
async function purgeAccount(app: App, accountId: string): Promise<void> {
  const untilNone = async (removeSome: (tx: Tx, accountId: string) => Promise<number>) => {
    while ((await app.transact((tx) => removeSome(tx, accountId))) > 0);
  }
  await untilNone(removeStatuses)
  await untilNone(removeFavourites)
  await untilNone(removeFollows)
  await untilNone(removeMedia)
  for (const [table, key, columns] of FORGOTTEN) {
    for (const column of columns) {
      await untilNone((tx) => removeRows(tx, { table, key, column, accountId }))
    }
  }
}

async function removeStatuses(tx: Tx, accountId: string): Promise<number> {
  const statuses = await tx.db
    .selectFrom('status')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(STATUSES_AT_ONCE)
    .execute()
  for (const status of statuses) await removeStatus(tx, status, false)
  return statuses.length
}

async function removeFavourites(tx: Tx, accountId: string): Promise<number> {
  const favourites = await tx.db
    .selectFrom('favourite')
    .select(['id', 'status_id'])
    .where('account_id', '=', accountId)
    .limit(ROWS_AT_ONCE)
    .execute()
  for (const { status_id } of favourites) {
    tx.addToCount('status_stats.favourites_count', status_id, -1)
  }
  const ids = favourites.map(({ id }) => id)
  await tx.db
    .deleteFrom('favourite')
    .where(idIn(tx.db, 'id', ids))
    .execute()
  return ids.length
}

async function removeFollows(tx: Tx, accountId: string): Promise<number> {
  const follows = await tx.db
    .selectFrom('follow')
    .select(['id', 'account_id', 'target_id'])
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('target_id', '=', accountId)]))
    .limit(ROWS_AT_ONCE)
    .execute()
  for (const { account_id, target_id } of follows) {
    tx.addToCount('account_stats.following_count', account_id, -1)
    tx.addToCount('account_stats.followers_count', target_id, -1)
  }
  const ids = follows.map(({ id }) => id)
  await tx.db
    .deleteFrom('follow')
    .where(idIn(tx.db, 'id', ids))
    .execute()
  return ids.length
}

/** What no status has by now: the statuses went first. */
async function removeMedia(tx: Tx, accountId: string): Promise<number> {
  const media = await tx.db
    .selectFrom('media_attachment')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status_id', 'is', null)
    .limit(ROWS_AT_ONCE)
    .execute()
  await removeUnattached(
    tx,
    media.map(({ id }) => id),
  )
  return media.length
}

interface Forgotten {
  table: string
  key: readonly string[]
  column: string
  accountId: string
}

async function removeRows(tx: Tx, { table, key, column, accountId }: Forgotten): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const some = sql`select ${columns} from ${sql.table(table)} where ${sql.ref(column)} = ${accountId} limit ${ROWS_AT_ONCE}`
  const result = await sql`delete from ${sql.table(table)} where (${columns}) in (${some})`.execute(
    tx.db,
  )
  return Number(result.numAffectedRows ?? 0)
}
