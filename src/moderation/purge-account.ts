import { sql } from 'kysely'
import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'
import { BEFORE_ALL_IDS } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { removeUnattached } from '../media/jobs.ts'
import { removeInvolving } from '../notifications/removal.ts'
import { removeStatus } from '../statuses/remove.ts'
import type { Tx } from '../transact.ts'
import { removeTransferFiles } from '../transfer/prune.ts'

export const PURGE = 'account.purge'

/** rows in one transaction */
const ROWS_AT_ONCE = 500
/** each takes a handful of statements and events of its own */
const STATUSES_AT_ONCE = 20

/** Rows that are about the account and nobody else counts: table, key, and columns that name it. */
const FORGOTTEN = [
  ['data_export', ['id'], ['account_id']],
  ['data_import_row', ['id'], ['account_id']],
  ['data_import', ['id'], ['account_id']],
  ['imported_status', ['account_id', 'digest'], ['account_id']],
  ['announcement_reaction', ['id'], ['account_id']],
  ['announcement_dismissal', ['announcement_id', 'account_id'], ['account_id']],
  ['follow_request', ['id'], ['account_id', 'target_id']],
  ['block', ['id'], ['account_id', 'target_id']],
  ['mute', ['id'], ['account_id', 'target_id']],
  ['account_note', ['account_id', 'target_id'], ['account_id', 'target_id']],
  ['staff_note', ['id'], ['target_id']],
  ['bookmark', ['id'], ['account_id']],
  ['notification_request', ['id'], ['account_id', 'from_account_id']],
  ['notification_permission', ['account_id', 'from_account_id'], ['account_id', 'from_account_id']],
  ['notification_policy', ['account_id'], ['account_id']],
  ['web_setting', ['account_id'], ['account_id']],
  ['account_severance', ['id'], ['account_id']],
  ['severed_follow', ['id'], ['other_id']],
  ['account_warning', ['id'], ['target_account_id']],
  ['home_entry', ['account_id', 'status_id'], ['account_id']],
  ['account_conversation', ['id'], ['account_id']],
  ['conversation_mute', ['account_id', 'conversation_id'], ['account_id']],
  ['poll_vote', ['poll_id', 'account_id', 'choice'], ['account_id']],
  ['tag_use', ['tag_id', 'day', 'account_id'], ['account_id']],
  ['link_use', ['link_id', 'day', 'account_id'], ['account_id']],
  ['idempotency_key', ['account_id', 'key'], ['account_id']],
  ['featured_tag', ['id'], ['account_id']],
  ['collection_item', ['id'], ['account_id']],
  ['collection', ['id'], ['account_id']],
  ['annual_report', ['id'], ['account_id']],
  ['endorsement', ['id'], ['account_id', 'target_id']],
  ['account_domain_block', ['id'], ['account_id']],
  ['popular_account', ['source', 'position'], ['account_id']],
  ['dismissed_suggestion', ['account_id', 'target_id'], ['account_id', 'target_id']],
  ['filter', ['id'], ['account_id']],
  ['tag_follow', ['id'], ['account_id']],
  ['list_member', ['id'], ['account_id', 'owner_id']],
  ['list', ['id'], ['account_id']],
] as const

/** Before its media, which these hold. */
const HOLDING_MEDIA = ['scheduled_status', 'draft'] as const

/** What people here decided about an account of another server, which may come back. */
const KEPT_ABOUT_REMOTE: ReadonlySet<string> = new Set([
  'block',
  'mute',
  'account_note',
  'dismissed_suggestion',
  'staff_note',
])

export const jobs: JobHandlers = {
  [PURGE]: { run: (app, { accountId }) => purgeAccount(app, String(accountId)) },
}

/**
 * Removes what a deleted account did here, in small transactions; stopped half-way, it goes on. It ends
 * where the account, of another server, is there again.
 */
async function purgeAccount(app: App, accountId: string): Promise<void> {
  const { domain } = await app.db
    .selectFrom('account')
    .select('domain')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const untilNone = async (removeSome: (tx: Tx, accountId: string) => Promise<number>) => {
    while ((await app.transact((tx) => ifGone(tx, accountId, removeSome))) > 0);
  }
  await removeAllStatuses(app, accountId)
  await untilNone((tx) => removeMarks(tx, accountId, 'favourite'))
  await untilNone((tx) => removeMarks(tx, accountId, 'reaction'))
  await untilNone(removeFollows)
  for (const table of HOLDING_MEDIA) {
    await untilNone((tx) => removeRows(tx, { table, key: ['id'], column: 'account_id', accountId }))
  }
  await untilNone(removeMedia)
  await untilNone(removeInvolving)
  await untilNone(removeTransferFiles)
  for (const [table, key, columns] of FORGOTTEN) {
    for (const column of columns) {
      if (domain !== null && column === 'target_id' && KEPT_ABOUT_REMOTE.has(table)) continue
      await untilNone((tx) => removeRows(tx, { table, key, column, accountId }))
    }
  }
}

async function ifGone(
  tx: Tx,
  accountId: string,
  removeSome: (tx: Tx, accountId: string) => Promise<number>,
): Promise<number> {
  return (await isGone(tx, accountId)) ? removeSome(tx, accountId) : 0
}

async function isGone(tx: Tx, accountId: string): Promise<boolean> {
  const { deleted_at } = await tx.db
    .selectFrom('account')
    .select('deleted_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return deleted_at !== null
}

/** Goes through them once: those that are deleted keep their rows for now, and would be looked at each time. */
async function removeAllStatuses(app: App, accountId: string): Promise<void> {
  let after: string | null = BEFORE_ALL_IDS
  while (after !== null) {
    const from: string = after
    after = await app.transact(async (tx) =>
      (await isGone(tx, accountId)) ? removeStatuses(tx, accountId, from) : null,
    )
  }
}

/** @returns the last one that was looked at; null at the end */
async function removeStatuses(tx: Tx, accountId: string, after: string): Promise<string | null> {
  const looked = await tx.db
    .selectFrom('status')
    .select(['id', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
  const living = looked.filter(({ deleted_at }) => deleted_at === null)
  const some = idsOf(living.slice(0, STATUSES_AT_ONCE))
  const statuses = await tx.db
    .selectFrom('status')
    .selectAll()
    .where(idIn(tx.db, 'id', some))
    .orderBy('id')
    .execute()
  for (const status of statuses) await removeStatus(tx, status, false)
  if (living.length > some.length) return some.at(-1)!
  return looked.length < ROWS_AT_ONCE ? null : looked.at(-1)!.id
}

type MarkTable = 'favourite' | 'reaction'
const MARKS = {
  favourite: 'status_stats.favourites_count',
  reaction: 'status_stats.reactions_count',
} as const

/** Counted by what went now: others may remove some at the same time. */
async function removeMarks(tx: Tx, accountId: string, table: MarkTable): Promise<number> {
  const some = await tx.db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .limit(ROWS_AT_ONCE)
    .execute()
  const gone = await tx.db
    .deleteFrom(table)
    .where(idIn(tx.db, 'id', idsOf(some)))
    .returning('status_id')
    .execute()
  for (const { status_id } of gone) tx.addToCount(MARKS[table], status_id, -1)
  return some.length
}

async function removeFollows(tx: Tx, accountId: string): Promise<number> {
  const some = await tx.db
    .selectFrom('follow')
    .select('id')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('target_id', '=', accountId)]))
    .limit(ROWS_AT_ONCE)
    .execute()
  const gone = await tx.db
    .deleteFrom('follow')
    .where(idIn(tx.db, 'id', idsOf(some)))
    .returning(['account_id', 'target_id'])
    .execute()
  for (const { account_id, target_id } of gone) {
    tx.addToCount('account_stats.following_count', account_id, -1)
    tx.addToCount('account_stats.followers_count', target_id, -1)
  }
  return some.length
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
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
  await removeUnattached(tx, idsOf(media))
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
