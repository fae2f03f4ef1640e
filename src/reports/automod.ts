import { idIn } from '../db/id-in.ts'
import { PERMISSIONS } from '../http/permissions.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { createReport } from './create.ts'

/** characters of the reasons that stand in a comment */
const LONGEST_REASONS = 700

/** Reports what automatic rules ask to be reported. */
export const subscriber: Subscriber = {
  record: {
    'automod.report_due': (tx, { matchId }) => reportMatch(tx, matchId),
  },
}

/** What comes while a report of the same rule about the same account is open is added to that. */
async function reportMatch(tx: Tx, matchId: string): Promise<void> {
  const match = await tx.db
    .selectFrom('automod_match')
    .selectAll()
    .where('id', '=', matchId)
    .executeTakeFirstOrThrow()
  const reporter = await findReporter(tx)
  if (reporter === null || match.account_id === null || match.account_id === reporter) return
  const begin = `By the automatic rule "${match.rule_name}": `
  const statusIds = match.status_id === null ? [] : [match.status_id]
  const open = await findOpen(tx, { reporter, targetId: match.account_id, begin })
  if (open === null) {
    const reasons = match.explanation.join('; ').slice(0, LONGEST_REASONS).toWellFormed()
    await createReport(tx, {
      accountId: reporter,
      targetId: match.account_id,
      statusIds,
      comment: begin + reasons,
      category: 'other',
      ruleIds: [],
      forwardTo: null,
    })
  } else if (statusIds.length > 0) {
    await tx.db
      .insertInto('report_status')
      .values(statusIds.map((id) => ({ report_id: open, status_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/**
 * In whose name the server reports: of the staff that may do everything, or else answers reports, who has been
 * here longest. Nobody else could be asked about it.
 */
async function findReporter(tx: Tx): Promise<string | null> {
  const roles = await tx.db.selectFrom('role').select(['id', 'permissions']).execute()
  for (const bits of [PERMISSIONS.administrator, PERMISSIONS.manageReports]) {
    const able = roles.filter(({ permissions }) => (Number(permissions) & bits) !== 0)
    const row = await tx.db
      .selectFrom('local_user')
      .innerJoin('account', 'account.id', 'local_user.account_id')
      .where(
        idIn(
          tx.db,
          'local_user.role_id',
          able.map(({ id }) => id),
        ),
      )
      .where('account.suspended_at', 'is', null)
      .where('account.deleted_at', 'is', null)
      .where('account.activated_at', 'is not', null)
      .select('account.id')
      .orderBy('account.id')
      .executeTakeFirst()
    if (row !== undefined) return row.id
  }
  return null
}

async function findOpen(
  tx: Tx,
  { reporter, targetId, begin }: { reporter: string; targetId: string; begin: string },
): Promise<string | null> {
  const rows = await tx.db
    .selectFrom('report')
    .select(['id', 'comment'])
    .where('account_id', '=', reporter)
    .where('target_account_id', '=', targetId)
    .where('action_taken_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.find(({ comment }) => comment.startsWith(begin))?.id ?? null
}
