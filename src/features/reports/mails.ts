import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { renderMail } from '../../kernel/mail/template.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { type Text, t } from '../../kernel/text/messages.ts'
import { handleOf } from '../accounts/handle-of.ts'
import { loadStaff } from '../identity/sign-up/staff-mails.ts'
import { settings } from '../instance/settings.ts'
import { findReport, hasUnresolvedSibling, loadReportedIds } from './queries.ts'
import type { ReportCategory } from './tables.ts'

const MAIL = 'reports.mail'

/** Mails the staff who manage reports, unless there is an open report about the account already. */
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

const CATEGORIES: Record<ReportCategory, Text> = {
  spam: t('Spam|category of a report'),
  legal: t('Illegal content|category of a report'),
  violation: t('Rule violation|category of a report'),
  other: t('Other|category of a report'),
}

/** A report that was resolved meanwhile is not mailed. */
async function mailReport(app: App, reportId: string, userId: string): Promise<void> {
  const report = await findReport(app.db, reportId)
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email', 'local_user.locale'])
    .where('local_user.id', '=', userId)
    .executeTakeFirst()
  if (report === null || report.action_taken_at !== null || user === undefined) return
  const { handleDomain: domain } = app.config
  const reporter = await handleOf(app.db, report.account_id)
  const target = await handleOf(app.db, report.target_account_id)
  const statuses = (await loadReportedIds(app.db, [reportId])).get(reportId)?.length ?? 0
  const { title, languages } = await app.cached.get(settings)
  await app.mailer.send(
    renderMail(
      {
        serverName: title,
        to: user.email,
        subject: t('{target} was reported at {domain}', { target, domain }),
        paragraphs: [
          t('Hello {username},', { username: user.username }),
          t('{reporter} reported {target}, category {category}, posts named: {statuses}.', {
            reporter,
            target,
            category: CATEGORIES[report.category],
            statuses,
          }),
          report.comment === '' ? t('There is no comment.') : report.comment,
        ],
      },
      wordsFor(user.locale, ...languages),
    ),
  )
}
