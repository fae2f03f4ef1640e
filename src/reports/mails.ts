import { handleOf } from '../accounts/handle-of.ts'
import type { App } from '../app.ts'
import { settings } from '../instance/settings.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { renderMail } from '../mail-template.ts'
import { loadStaff } from '../oauth/staff-mails.ts'
import type { Subscriber } from '../subscriber.ts'
import { findReport, hasUnresolvedSibling, loadReportedIds } from './queries.ts'

const MAIL = 'reports.mail'

/** Tells those who look after reports, unless they know of the account already. */
export const subscriber: Subscriber = {
  record: {
    async 'report.created'(tx, { reportId }) {
      const report = await findReport(tx.db, reportId)
      if (report === null || (await hasUnresolvedSibling(tx.db, report))) return
      for (const userId of await loadStaff(tx.db, 'manageReports')) {
        tx.enqueue({ kind: MAIL, payload: { reportId, userId } })
      }
    },
  },
}

export const jobs: JobHandlers = {
  [MAIL]: {
    concurrency: 4,
    run: (app, { reportId, userId }) => mailReport(app, String(reportId), String(userId)),
  },
}

/** One that was dealt with meanwhile is not sent. */
async function mailReport(app: App, reportId: string, userId: string): Promise<void> {
  const report = await findReport(app.db, reportId)
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email'])
    .where('local_user.id', '=', userId)
    .executeTakeFirst()
  if (report === null || report.action_taken_at !== null || user === undefined) return
  const { handleDomain: domain } = app.config
  const reporter = await handleOf(app.db, report.account_id)
  const target = await handleOf(app.db, report.target_account_id)
  const statuses = (await loadReportedIds(app.db, [reportId])).get(reportId)?.length ?? 0
  const { title } = await app.cached.get(settings)
  await app.mailer.send(
    renderMail({
      serverName: title,
      to: user.email,
      subject: `${target} was reported at ${domain}`,
      paragraphs: [
        `Hello ${user.username},`,
        `${reporter} reported ${target}, category ${report.category}, posts named: ${statuses}.`,
        report.comment === '' ? 'There is no comment.' : report.comment,
      ],
    }),
  )
}
