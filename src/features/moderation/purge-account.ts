import { sql } from 'kysely'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { createProgress } from '../../kernel/jobs/progress.ts'
import { removeUnattached } from '../media/jobs.ts'
import { removeInvolving } from '../notifications/removal.ts'
import { removeStatus } from '../statuses/write/remove.ts'
import { removeTransferFiles } from '../transfer/prune.ts'

export const PURGE = 'account.purge'

/** rows per transaction */
const ROWS_AT_ONCE = 500
/** with their reblogs: each needs several statements and has events of its own */
const STATUSES_AT_ONCE = 10
/** so many rows are as much work as a follow, whose ends have counters and timelines */
const ROWS_OF_FOLLOW = 5

/** Rows about the account alone, without counters: table, key, and columns that reference it. */
export const FORGOTTEN = [
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
  ['staff_mail', ['id'], ['account_id']],
  ['bookmark', ['id'], ['account_id']],
  ['notification_request', ['id'], ['account_id', 'from_account_id']],
  ['notification_permission', ['account_id', 'from_account_id'], ['account_id', 'from_account_id']],
  ['notification_policy', ['account_id'], ['account_id']],
  ['web_setting', ['account_id'], ['account_id']],
  ['account_severance', ['id'], ['account_id']],
  ['severed_follow', ['id'], ['other_id']],
  ['account_warning', ['id'], ['target_account_id']],
  ['home_entry', ['account_id', 'status_id'], ['account_id']],
  ['home_pull', ['account_id'], ['account_id']],
  ['pulled_author', ['account_id'], ['account_id']],
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

/** Rows of what the account has, which would cascade from it in any number: table, key, and to what they belong. */
export const OF_FORGOTTEN = [
  ['list_entry', ['list_id', 'status_id'], 'list_id', 'list'],
  ['severed_follow', ['id'], 'account_severance_id', 'account_severance'],
  ['collection_item', ['id'], 'collection_id', 'collection'],
  ['status_collection', ['status_id', 'collection_id'], 'collection_id', 'collection'],
  ['filter_status', ['id'], 'filter_id', 'filter'],
  ['filter_keyword', ['id'], 'filter_id', 'filter'],
  ['account_warning_status', ['warning_id', 'status_id'], 'warning_id', 'account_warning'],
] as const

/** Removed before media, which they reference. */
const HOLDING_MEDIA = ['scheduled_status', 'draft'] as const

/** Local accounts' decisions about a remote account, which may come back. */
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
 * Removes a deleted account's data, in small transactions. If interrupted, it continues. It stops
 * if the account, a remote one, is restored.
 */
async function purgeAccount(app: App, accountId: string): Promise<void> {
  const { domain } = await app.db
    .selectFrom('account')
    .select('domain')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const progress = createProgress(app, PURGE, { accountId })
  await removeAllStatuses(app, accountId, progress.add)
  const steps = stepsFor(domain !== null)
  for (let removed = ROWS_AT_ONCE; removed > 0; progress.add(removed)) {
    removed = await app.transact(async (tx) =>
      (await isGone(tx, accountId)) ? removeSome(tx, steps, accountId) : 0,
    )
  }
  progress.end()
}

/** Removes up to `limit` rows. @returns how many, or more if they were more work than others */
type Step = (tx: Tx, accountId: string, limit: number) => Promise<number>

function stepsFor(isRemote: boolean): Step[] {
  const removing = (forgotten: Omit<Forgotten, 'accountId' | 'limit'>): Step => {
    return (tx, accountId, limit) => removeRows(tx, { ...forgotten, accountId, limit })
  }
  const isKept = (table: string, column: string) =>
    isRemote && column === 'target_id' && KEPT_ABOUT_REMOTE.has(table)
  return [
    (tx, accountId, limit) => removeMarks(tx, 'favourite', accountId, limit),
    (tx, accountId, limit) => removeMarks(tx, 'reaction', accountId, limit),
    removeFollows,
    ...HOLDING_MEDIA.map((table) => removing({ table, key: ['id'], column: 'account_id' })),
    removeMedia,
    removeInvolving,
    removeTransferFiles,
    ...OF_FORGOTTEN.map(([table, key, column, of]) => removing({ table, key, column, of })),
    ...FORGOTTEN.flatMap(([table, key, columns]) =>
      columns
        .filter((column) => !isKept(table, column))
        .map((column) => removing({ table, key, column })),
    ),
  ]
}

/** All steps share the rows of one transaction: most accounts have few, and need one only. */
async function removeSome(tx: Tx, steps: readonly Step[], accountId: string): Promise<number> {
  let left = ROWS_AT_ONCE
  for (const step of steps) {
    if (left > 0) left -= await step(tx, accountId, left)
  }
  return ROWS_AT_ONCE - left
}

async function isGone(tx: Tx, accountId: string): Promise<boolean> {
  const { deleted_at } = await tx.db
    .selectFrom('account')
    .select('deleted_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return deleted_at !== null
}

/**
 * Walks through them once: soft-deleted ones keep their rows for now, and would be found again each
 * time.
 */
async function removeAllStatuses(
  app: App,
  accountId: string,
  done: (rows: number) => void,
): Promise<void> {
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const from: string = after
    const step: Walked = await app.transact(async (tx) =>
      (await isGone(tx, accountId))
        ? removeStatuses(tx, accountId, from)
        : { last: null, removed: 0 },
    )
    done(step.removed)
    after = step.last
  }
}

interface Walked {
  /** the last one that was checked; null at the end */
  last: string | null
  removed: number
}

async function removeStatuses(tx: Tx, accountId: string, after: string): Promise<Walked> {
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
  let removed = 0
  for (const status of statuses) {
    removed += await removeStatus(tx, status, false)
    if (removed >= STATUSES_AT_ONCE) return { last: status.id, removed }
  }
  return { last: looked.length < ROWS_AT_ONCE ? null : looked.at(-1)!.id, removed }
}

type MarkTable = 'favourite' | 'reaction'
const MARKS = {
  favourite: 'status_stats.favourites_count',
  reaction: 'status_stats.reactions_count',
} as const

/** Counters change by the rows removed here: concurrent requests may remove some. */
async function removeMarks(
  tx: Tx,
  table: MarkTable,
  accountId: string,
  limit: number,
): Promise<number> {
  const some = await tx.db
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .limit(limit)
    .execute()
  if (some.length === 0) return 0
  const gone = await tx.db
    .deleteFrom(table)
    .where(idIn(tx.db, 'id', idsOf(some)))
    .returning('status_id')
    .execute()
  for (const { status_id } of gone) tx.addToCount(MARKS[table], status_id, -1)
  return some.length
}

async function removeFollows(tx: Tx, accountId: string, limit: number): Promise<number> {
  const some = await tx.db
    .selectFrom('follow')
    .select(['id', 'account_id'])
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('target_id', '=', accountId)]))
    .limit(Math.ceil(limit / ROWS_OF_FOLLOW))
    .execute()
  if (some.length === 0) return 0
  await tx.beforeRelationsChange(...some.map((row) => row.account_id))
  const gone = await tx.db
    .deleteFrom('follow')
    .where(idIn(tx.db, 'id', idsOf(some)))
    .returning(['account_id', 'target_id'])
    .execute()
  const locals = await localAmong(tx.db, [...new Set(gone.map((row) => row.account_id))])
  for (const { account_id, target_id } of gone) {
    tx.addToCount('account_stats.following_count', account_id, -1)
    tx.addToCount('account_stats.followers_count', target_id, -1)
    if (locals.has(account_id)) {
      tx.addToCount('account_stats.local_followers_count', target_id, -1)
    }
  }
  return some.length * ROWS_OF_FOLLOW
}

async function localAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('local_user')
    .select('account_id')
    .where(idIn(db, 'account_id', ids))
    .execute()
  return new Set(rows.map((row) => row.account_id))
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}

/** Unattached media: the statuses were removed first. */
async function removeMedia(tx: Tx, accountId: string, limit: number): Promise<number> {
  const media = await tx.db
    .selectFrom('media_attachment')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status_id', 'is', null)
    .limit(limit)
    .execute()
  if (media.length === 0) return 0
  await removeUnattached(tx, idsOf(media))
  return media.length
}

interface Forgotten {
  table: string
  key: readonly string[]
  /** has the account's id, or that of a row of `of` */
  column: string
  of?: string
  accountId: string
  limit: number
}

async function removeRows(
  tx: Tx,
  { table, key, column, of, accountId, limit }: Forgotten,
): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const owned =
    of === undefined
      ? sql`= ${accountId}`
      : sql`in (select id from ${sql.table(of)} where ${ownerOf(of)} = ${accountId})`
  const some = sql`select ${columns} from ${sql.table(table)} where ${sql.ref(column)} ${owned} limit ${limit}`
  const result = await sql`delete from ${sql.table(table)} where (${columns}) in (${some})`.execute(
    tx.db,
  )
  return Number(result.numAffectedRows ?? 0)
}

function ownerOf(table: string) {
  return sql.ref(table === 'account_warning' ? 'target_account_id' : 'account_id')
}
