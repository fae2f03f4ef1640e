import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { PERMISSIONS } from '../../kernel/http/permissions.ts'
import { accountIsShown } from '../accounts/predicates.ts'
import { createReport, nameStatuses } from './create.ts'

/** maximum of characters of the reasons in a comment */
const LONGEST_REASONS = 700

/** Creates the reports that automatic rules request. */
export const subscriber: Subscriber = {
  record: {
    'automod.report_due': (tx, { matchId }) => reportMatch(tx, matchId),
  },
}

/** Further matches are added to an open report of the same rule about the same account. */
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
    await nameStatuses(tx, open, statusIds)
  }
}

/**
 * The account in whose name the server reports: the longest-serving administrator, or else the
 * longest-serving staff member who manages reports, so that others can ask about it.
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
      .where(accountIsShown())
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
