import { ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { loadReportedIds, type Report } from './queries.ts'

/**
 * Forwards a report to other servers; it may be forwarded repeatedly.
 * @param domains domains without a concerned account are ignored
 */
export async function forwardReport(
  tx: Tx,
  reportId: string,
  domains: readonly string[],
): Promise<void> {
  if (domains.length === 0) return
  await tx.db
    .updateTable('report')
    .set({ forwarded: true, updated_at: tx.now })
    .where('id', '=', reportId)
    .execute()
  tx.emit({ type: 'report.forwarded', reportId, forwardTo: [...domains] })
}

/**
 * The domains to which a report can be forwarded: that of the account, then those of the accounts
 * that the reported statuses reply to.
 */
export async function placesConcerned(db: Db, report: Report): Promise<string[]> {
  const statusIds = (await loadReportedIds(db, [report.id])).get(report.id) ?? []
  const target = await db
    .selectFrom('account')
    .select('domain')
    .where('id', '=', report.target_account_id)
    .executeTakeFirst()
  const answered = await db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.in_reply_to_account_id')
    .select('account.domain')
    .distinct()
    .where(idIn(db, 'status.id', statusIds))
    .orderBy('account.domain')
    .execute()
  const domains = [target, ...answered].map((row) => row?.domain ?? null)
  return [...new Set(domains.filter((domain) => domain !== null))]
}

/**
 * The concerned domains that get the report.
 *
 * @param wanted default: that of the account
 * @throws ValidationFailed if the account is local, or for a domain that is not concerned
 */
export async function chooseDomains(
  db: Db,
  report: Report,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const concerned = await placesConcerned(db, report)
  const [first] = concerned
  const chosen = (wanted ?? [first ?? '']).map((name) => name.trim().toLowerCase())
  const [foreign] = chosen.filter((name) => !concerned.includes(name))
  if (first === undefined) throw new ValidationFailed('No other server is concerned')
  if (foreign !== undefined || chosen.length === 0) {
    throw new ValidationFailed(`Domains must be among ${concerned.join(', ')}`)
  }
  return [...new Set(chosen)]
}
