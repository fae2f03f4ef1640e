import { handleOf } from '../accounts/handle-of.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { settings } from '../instance/settings.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { type MailContent, renderMail } from '../mail-template.ts'
import { loadStaff } from '../oauth/staff-mails.ts'
import type { Tx } from '../transact.ts'
import { erasureOf } from './suspension.ts'
import { WORDS } from './words.ts'

const WARNING = 'moderation.mail_warning'
const APPEAL = 'moderation.mail_appeal'
const DECISION = 'moderation.mail_decision'

type Content = Omit<MailContent, 'serverName'> | null

/** Tells somebody what was decided about them. */
export function enqueueWarningMail(tx: Tx, warningId: string): void {
  tx.enqueue({ kind: WARNING, payload: { warningId } })
}

/** Tells those who look after appeals that there is one. */
export async function enqueueAppealMails(tx: Tx, appealId: string): Promise<void> {
  for (const userId of await loadStaff(tx.db, 'manageAppeals')) {
    tx.enqueue({ kind: APPEAL, payload: { appealId, userId } })
  }
}

/** Tells who appealed what came of it. */
export function enqueueDecisionMail(tx: Tx, appealId: string): void {
  tx.enqueue({ kind: DECISION, payload: { appealId } })
}

/** What makes no sense any more is not sent: whom it is for is gone, or it was dealt with. */
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
  const { title: serverName } = await app.cached.get(settings)
  await app.mailer.send(renderMail({ ...content, serverName }))
}

function usersOf(db: Db) {
  return db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.id as accountId', 'account.username', 'local_user.email'])
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
    subject: `${title} at ${domain}`,
    paragraphs: [
      `Hello ${warning.username},`,
      `the people who run ${domain} decided something about your account @${warning.username}.`,
      ...(meaning === null ? [] : [meaning]),
      ...(erasedAt === null ? [] : [`Your data will be erased after ${dayOf(erasedAt)}.`]),
      ...(warning.text === '' ? [] : ['They say:', warning.text]),
    ],
    action: { label: 'See what was decided', url: `${origin}/disputes/strikes/${warningId}` },
    closing: [
      'If you think that this is a mistake, you can appeal there within 20 days. You can sign in for that even if you cannot use your account.',
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
    subject: `${handle} appeals a decision at ${app.config.handleDomain}`,
    paragraphs: [
      `Hello ${staff.username},`,
      `${handle} appeals the decision “${WORDS[appeal.action].title}”:`,
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
  const decision = `“${WORDS[appeal.action].title}” of ${dayOf(appeal.created_at)}`
  return {
    to: appeal.email,
    subject: `Your appeal at ${domain} was ${approved ? 'approved' : 'rejected'}`,
    paragraphs: [
      `Hello ${appeal.username},`,
      approved
        ? `your appeal against ${decision} was approved: the decision does not stand any more, and what it did to your account is undone. Posts that were removed do not come back.`
        : `your appeal against ${decision} was looked at and rejected: the decision stands.`,
    ],
    action: { label: 'See the decision', url: `${origin}/disputes/strikes/${appeal.warningId}` },
  }
}

function dayOf(milliseconds: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(milliseconds)
}
