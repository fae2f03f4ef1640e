import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { type MailContent, renderMail } from '../../kernel/mail/template.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { formatTime, type Text, t } from '../../kernel/text/messages.ts'
import { handleOf } from '../accounts/handle-of.ts'
import { loadStaff } from '../identity/sign-up/staff-mails.ts'
import { settings } from '../instance/settings.ts'
import { WORDS } from './decision-texts.ts'
import { erasureOf } from './suspension.ts'

const WARNING = 'moderation.mail_warning'
const APPEAL = 'moderation.mail_appeal'
const DECISION = 'moderation.mail_decision'

type Content = (Omit<MailContent, 'serverName'> & { locale: string }) | null

/** Enqueues the mail that tells a user about a decision. */
export function enqueueWarningMail(tx: Tx, warningId: string): void {
  tx.enqueue({ kind: WARNING, payload: { warningId } })
}

/** Enqueues mails about an appeal to the staff who manage appeals. */
export async function enqueueAppealMails(tx: Tx, appealId: string): Promise<void> {
  for (const userId of await loadStaff(tx.db, 'manageAppeals')) {
    tx.enqueue({ kind: APPEAL, payload: { appealId, userId } })
  }
}

/** Enqueues the mail that tells the appellant the outcome. */
export function enqueueDecisionMail(tx: Tx, appealId: string): void {
  tx.enqueue({ kind: DECISION, payload: { appealId } })
}

/** Obsolete mails are not sent: the recipient is deleted, or the appeal was decided. */
export const jobs: JobHandlers = {
  [WARNING]: {
    concurrency: 4,
    run: async (app, { warningId }) => send(app, await warningMail(app, String(warningId))),
  },
  [APPEAL]: {
    concurrency: 4,
    run: async (app, { appealId, userId }) =>
      send(app, await appealMail(app, String(appealId), String(userId))),
  },
  [DECISION]: {
    concurrency: 4,
    run: async (app, { appealId }) => send(app, await decisionMail(app, String(appealId))),
  },
}

async function send(app: App, content: Content): Promise<void> {
  if (content === null) return
  const { title: serverName, languages } = await app.cached.get(settings)
  const words = wordsFor(content.locale, ...languages)
  await app.mailer.send(renderMail({ ...content, serverName }, words))
}

function usersOf(db: Db) {
  return db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select([
      'account.id as accountId',
      'account.username',
      'local_user.email',
      'local_user.locale',
    ])
}

async function warningMail(app: App, warningId: string): Promise<Content> {
  const warning = await usersOf(app.db)
    .innerJoin('account_warning', 'account_warning.target_account_id', 'account.id')
    .select(['account_warning.action', 'account_warning.text'])
    .where('account_warning.id', '=', warningId)
    .executeTakeFirst()
  if (warning === undefined) return null
  const { title, meaning } = WORDS[warning.action]
  const { origin, handleDomain: domain } = app.config
  const erasedAt = warning.action === 'suspend' ? await erasureOf(app, warning.accountId) : null
  return {
    to: warning.email,
    locale: warning.locale,
    subject: t('{title} at {domain}', { title, domain }),
    paragraphs: [
      t('Hello {username},', { username: warning.username }),
      t('The people who run {domain} decided something about your account @{username}.', {
        domain,
        username: warning.username,
      }),
      ...(meaning === null ? [] : [meaning]),
      ...(erasedAt === null
        ? []
        : [t('Your data will be erased after {day}.', { day: dayOf(erasedAt) })]),
      ...(warning.text === '' ? [] : [t('They say:'), warning.text]),
    ],
    action: { label: t('See what was decided'), url: `${origin}/disputes/strikes/${warningId}` },
    closing: [
      t(
        'If you think that this is a mistake, you can appeal there within 20 days. You can sign in for that even if you cannot use your account.',
      ),
    ],
  }
}

async function appealMail(app: App, appealId: string, userId: string): Promise<Content> {
  const staff = await usersOf(app.db).where('local_user.id', '=', userId).executeTakeFirst()
  const appeal = await app.db
    .selectFrom('appeal')
    .innerJoin('account_warning', 'account_warning.id', 'appeal.warning_id')
    .select(['appeal.text', 'account_warning.action', 'account_warning.target_account_id'])
    .where('appeal.id', '=', appealId)
    .where('appeal.state', '=', 'pending')
    .executeTakeFirst()
  if (staff === undefined || appeal === undefined) return null
  const handle = await handleOf(app.db, appeal.target_account_id)
  return {
    to: staff.email,
    locale: staff.locale,
    subject: t('{handle} appeals a decision at {handleDomain}', {
      handle,
      handleDomain: app.config.handleDomain,
    }),
    paragraphs: [
      t('Hello {username},', { username: staff.username }),
      t('{handle} appeals the decision “{title}”:', { handle, title: WORDS[appeal.action].title }),
      appeal.text,
    ],
  }
}

async function decisionMail(app: App, appealId: string): Promise<Content> {
  const appeal = await usersOf(app.db)
    .innerJoin('account_warning', 'account_warning.target_account_id', 'account.id')
    .innerJoin('appeal', 'appeal.warning_id', 'account_warning.id')
    .select(['appeal.state', 'account_warning.id as warningId', 'account_warning.action'])
    .select('account_warning.created_at')
    .where('appeal.id', '=', appealId)
    .executeTakeFirst()
  if (appeal === undefined || appeal.state === 'pending') return null
  const { origin, handleDomain: domain } = app.config
  const approved = appeal.state === 'approved'
  const decision = t('“{title}” of {day}', {
    title: WORDS[appeal.action].title,
    day: dayOf(appeal.created_at),
  })
  return {
    to: appeal.email,
    locale: appeal.locale,
    subject: approved
      ? t('Your appeal at {domain} was approved', { domain })
      : t('Your appeal at {domain} was rejected', { domain }),
    paragraphs: [
      t('Hello {username},', { username: appeal.username }),
      approved
        ? t(
            'Your appeal against {decision} was approved: the decision does not stand any more, and what it did to your account is undone. Posts that were removed do not come back.',
            { decision },
          )
        : t('Your appeal against {decision} was looked at and rejected: the decision stands.', {
            decision,
          }),
    ],
    action: { label: t('See the decision'), url: `${origin}/disputes/strikes/${appeal.warningId}` },
  }
}

const dayOf = (milliseconds: number): Text =>
  formatTime(milliseconds, { dateStyle: 'long', timeZone: 'UTC' })
