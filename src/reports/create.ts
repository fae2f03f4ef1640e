import type { ReportTable } from '../db/schema.ts'
import { ValidationFailed } from '../errors.ts'
import type { Tx } from '../transact.ts'

export type ReportCategory = ReportTable['category']

export const CATEGORIES: readonly ReportCategory[] = ['other', 'spam', 'legal', 'violation']

/** characters (S-521) */
const COMMENT_LIMIT = 1000

export interface ReportInput {
  /** who reports, and who is reported */
  accountId: string
  targetId: string
  /** of the target */
  statusIds: readonly string[]
  /** likewise */
  collectionIds?: readonly string[]
  comment: string
  category: ReportCategory
  /** of rules that are in force: exactly a violation names some */
  ruleIds: readonly string[]
  /** domains that are told; null if there is nothing to forward */
  forwardTo: readonly string[] | null
  /** id of the Flag activity when it came from outside */
  uri?: string
}

/**
 * Tells the staff of somebody. What is reported stays for them to see, also if it is deleted (S-151).
 *
 * @returns its id
 * @throws ValidationFailed for too long a comment, and for rules that do not fit the category (S-356)
 * @see https://docs.joinmastodon.org/methods/reports/#post
 */
export async function createReport(tx: Tx, input: ReportInput): Promise<string> {
  const { category, comment, forwardTo } = input
  checkComment(comment)
  const ruleIds = [...new Set(input.ruleIds)]
  await checkRules(tx, category, ruleIds)
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
      rule_ids: JSON.stringify(ruleIds),
      uri: input.uri ?? null,
      action_taken_at: null,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute()
  await nameStatuses(tx, id, input.statusIds)
  await nameCollections(tx, id, input.collectionIds ?? [])
  tx.emit({ type: 'report.created', reportId: id, forwardTo: [...(forwardTo ?? [])] })
  return id
}

async function nameStatuses(tx: Tx, reportId: string, ids: readonly string[]): Promise<void> {
  const rows = [...new Set(ids)].map((id) => ({ report_id: reportId, status_id: id }))
  if (rows.length > 0) await tx.db.insertInto('report_status').values(rows).execute()
}

async function nameCollections(tx: Tx, reportId: string, ids: readonly string[]): Promise<void> {
  const rows = [...new Set(ids)].map((id) => ({ report_id: reportId, collection_id: id }))
  if (rows.length > 0) await tx.db.insertInto('report_collection').values(rows).execute()
}

function checkComment(comment: string): void {
  if ([...comment].length <= COMMENT_LIMIT) return
  throw new ValidationFailed(`Comment is too long (maximum is ${COMMENT_LIMIT} characters)`)
}

async function checkRules(tx: Tx, category: ReportCategory, ids: readonly string[]) {
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
    throw new ValidationFailed('Rules does not reference valid rules')
  }
}
