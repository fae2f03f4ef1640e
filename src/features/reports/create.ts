import { Unprocessable, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idValue, lockRow } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { retainDeletedMedia } from '../statuses/write/evidence.ts'
import { forwardReport } from './forward.ts'
import { countWaiting, findRepeated } from './queries.ts'
import type { ReportTable } from './tables.ts'

export type ReportCategory = ReportTable['category']

const CATEGORIES: readonly ReportCategory[] = ['other', 'spam', 'legal', 'violation']

/** @throws ValidationFailed for an unknown category; missing means the default */
export function readCategory(text: string | undefined): ReportCategory {
  if (text === undefined || text === '') return 'other'
  const category = CATEGORIES.find((name) => name === text)
  if (category !== undefined) return category
  throw new ValidationFailed('Category is not included in the list')
}

/** characters (S-521) */
const COMMENT_LIMIT = 1000

/** maximum of open reports of one account about another (A55) */
export const MOST_WAITING = 10

export interface ReportInput {
  /** the reporting and the reported account */
  accountId: string
  targetId: string
  /** of the target */
  statusIds: readonly string[]
  /** of the target */
  collectionIds?: readonly string[]
  comment: string
  category: ReportCategory
  /** ids of rules in force: required for, and limited to, the category `violation` */
  ruleIds: readonly string[]
  /** domains that get a Flag; null if there is nothing to forward */
  forwardTo: readonly string[] | null
  /** id of the Flag activity when another server sent it */
  uri?: string
}

/**
 * Reports an account to the staff. Reported statuses are retained for the staff, even if deleted
 * (S-151). A repetition within a day, while the first report is open, is added to the first.
 *
 * @returns its id
 * @throws ValidationFailed for too long a comment, and for rules that do not fit the category
 * (S-356)
 * @throws Unprocessable if there are too many open reports of this account about the target (A55)
 * @see https://docs.joinmastodon.org/methods/reports/#post
 */
export async function createReport(tx: Tx, input: ReportInput): Promise<string> {
  checkComment(input.comment)
  const ruleIds = [...new Set(input.ruleIds)]
  await checkReasons(tx, input.category, ruleIds)
  await lockRow(tx.db, 'account', input.accountId)
  const repeated = await findRepeated(tx.db, { ...input, ruleIds, now: tx.now })
  if (repeated !== null) return addToReport(tx, repeated, input)
  if ((await countWaiting(tx.db, input)) >= MOST_WAITING) {
    throw new Unprocessable(
      `You have reported this account ${MOST_WAITING} times. The moderators have yet to look at it`,
    )
  }
  const id = await insertReport(tx, { ...input, ruleIds })
  await nameThings(tx, id, input)
  tx.emit({ type: 'report.created', reportId: id, forwardTo: [...(input.forwardTo ?? [])] })
  return id
}

async function insertReport(tx: Tx, input: ReportInput): Promise<string> {
  const { category, comment, forwardTo } = input
  const id = tx.newId()
  await tx.db
    .insertInto('report')
    .values({
      id,
      account_id: input.accountId,
      target_account_id: input.targetId,
      assigned_account_id: null,
      action_taken_by_account_id: null,
      category,
      comment,
      forwarded: forwardTo === null ? null : forwardTo.length > 0,
      rule_ids: JSON.stringify(input.ruleIds),
      uri: input.uri ?? null,
      action_taken_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute()
  return id
}

async function addToReport(tx: Tx, reportId: string, input: ReportInput): Promise<string> {
  if (await nameThings(tx, reportId, input)) tx.emit({ type: 'report.updated', reportId })
  if (input.forwardTo !== null) await forwardReport(tx, reportId, input.forwardTo)
  return reportId
}

/** @returns those that the report did not name before */
export function nameStatuses(
  tx: Tx,
  reportId: string,
  ids: readonly string[],
): Promise<{ status_id: string }[]> {
  const { db } = tx
  return db
    .insertInto('report_status')
    .columns(['report_id', 'status_id', 'reblog_of_id'])
    .expression(
      db
        .selectFrom('status')
        .select([idValue(db, reportId).as('report_id'), 'id', 'reblog_of_id'])
        .where(idIn(db, 'id', ids)),
    )
    .onConflict((it) => it.doNothing())
    .returning('status_id')
    .execute()
}

/** @returns whether anything was added */
async function nameThings(tx: Tx, reportId: string, input: ReportInput): Promise<boolean> {
  const statusIds = [...new Set(input.statusIds)]
  const collectionIds = [...new Set(input.collectionIds ?? [])]
  const added: unknown[] = []
  if (statusIds.length > 0) {
    added.push(...(await nameStatuses(tx, reportId, statusIds)))
    await retainDeletedMedia(tx, statusIds)
  }
  if (collectionIds.length > 0) {
    const rows = collectionIds.map((id) => ({ report_id: reportId, collection_id: id }))
    const insert = tx.db.insertInto('report_collection').values(rows)
    const conflict = insert.onConflict((it) => it.doNothing())
    added.push(...(await conflict.returning('collection_id').execute()))
  }
  return added.length > 0
}

function checkComment(comment: string): void {
  if ([...comment].length <= COMMENT_LIMIT) return
  throw new ValidationFailed(
    said('Comment is too long (maximum is {max} characters)', { max: COMMENT_LIMIT }),
  )
}

/** @throws ValidationFailed for rules that are not in force or do not fit the category (S-356) */
export async function checkReasons(
  tx: Tx,
  category: ReportCategory,
  ids: readonly string[],
): Promise<void> {
  if (category !== 'violation') {
    if (ids.length > 0) throw new ValidationFailed('Rules must be blank')
    return
  }
  const inForce = await tx.db
    .selectFrom('rule')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute()
  if (ids.length === 0 || inForce.length < ids.length) {
    throw new ValidationFailed('Rule ids does not reference valid rules')
  }
}
