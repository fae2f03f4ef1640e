import type { Selectable } from 'kysely'
import { HOUR } from '../../kernel/base/durations.ts'
import { NotFound, Unprocessable, ValidationFailed } from '../../kernel/base/errors.ts'
import { idAt } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { fetchPage, type Page } from '../../kernel/db/pagination.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { type Mail, MailRefused } from '../../kernel/mail/mail.ts'
import { renderMail } from '../../kernel/mail/template.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { t } from '../../kernel/text/messages.ts'
import { settings } from '../instance/settings.ts'
import type { StaffMailTable } from './tables.ts'

export type StaffMail = Selectable<StaffMailTable>

const SEND = 'moderation.send_staff_mail'
/** characters */
const SUBJECT_LENGTH = 150
const TEXT_LENGTH = 5000
/** mails that one staff member may write within an hour (A104) */
const MAILS_PER_HOUR = 100

/** The part of a mail that a staff member writes. */
export interface Letter {
  subject: string
  text: string
}

/** @returns it without space around it @throws ValidationFailed */
export function checkLetter(letter: Letter): Letter {
  const subject = letter.subject.replace(/\s+/g, ' ').trim()
  const text = letter.text.trim()
  if (subject === '') throw new ValidationFailed("Subject can't be blank")
  if (text === '') throw new ValidationFailed("Text can't be blank")
  if ([...subject].length > SUBJECT_LENGTH) {
    throw new ValidationFailed(`Subject is too long (maximum is ${SUBJECT_LENGTH} characters)`)
  }
  if ([...text].length > TEXT_LENGTH) {
    throw new ValidationFailed(`Text is too long (maximum is ${TEXT_LENGTH} characters)`)
  }
  return { subject, text }
}

/**
 * Writes a mail to a local user.
 *
 * @returns its id
 * @throws ValidationFailed, and Unprocessable above the limit of an hour (A104)
 */
export async function writeStaffMail(
  tx: Tx,
  { staffId, accountId, ...letter }: Letter & { staffId: string; accountId: string },
): Promise<string> {
  const checked = checkLetter(letter)
  await lockRow(tx.db, 'account', staffId)
  const { written } = await tx.db
    .selectFrom('staff_mail')
    .where('staff_id', '=', staffId)
    .where('id', '>', idAt(tx.now - HOUR))
    .select((eb) => eb.fn.countAll<number>().as('written'))
    .executeTakeFirstOrThrow()
  if (written >= MAILS_PER_HOUR) {
    throw new Unprocessable('You have written as many mails as one person may within an hour')
  }
  const id = tx.newId()
  await tx.db
    .insertInto('staff_mail')
    .values({ id, account_id: accountId, staff_id: staffId, ...checked, created_at: tx.now })
    .execute()
  tx.enqueue({ kind: SEND, payload: { id } })
  return id
}

/** Mails of the staff to an account, newest first. */
export function pageOfStaffMails(db: Db, accountId: string, page: Page): Promise<StaffMail[]> {
  const mails = db.selectFrom('staff_mail').selectAll().where('account_id', '=', accountId)
  return fetchPage(mails, 'staff_mail.id', page)
}

/** A mail as its recipient gets it. @throws NotFound if the account has no user */
export async function renderStaffMail(
  app: App,
  accountId: string,
  { subject, text }: Letter,
): Promise<{ mail: Mail; locale: string }> {
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('account.id', '=', accountId)
    .select(['account.username', 'local_user.email', 'local_user.locale'])
    .executeTakeFirst()
  if (user === undefined) throw new NotFound()
  const { title: serverName, languages, contact_email: contact } = await app.cached.get(settings)
  const { handleDomain: domain } = app.config
  const mail = renderMail(
    {
      to: user.email,
      serverName,
      subject,
      ...(contact === '' ? {} : { replyTo: contact }),
      paragraphs: [
        t('Hello {username},', { username: user.username }),
        t('The people who run {domain} write to you about your account @{username}:', {
          domain,
          username: user.username,
        }),
      ],
      written: text,
      closing: [
        ...(contact === '' ? [] : [t('If you answer this mail, they will read it.')]),
        t('They never ask for your password.'),
      ],
    },
    wordsFor(user.locale, ...languages),
  )
  return { mail, locale: user.locale }
}

export const jobs: JobHandlers = {
  [SEND]: { concurrency: 4, run: (app, { id }) => send(app, String(id)) },
}

async function send(app: App, id: string): Promise<void> {
  const row = await app.db
    .selectFrom('staff_mail')
    .innerJoin('local_user', 'local_user.account_id', 'staff_mail.account_id')
    .selectAll('staff_mail')
    .where('staff_mail.id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.sent_at !== null) return
  const { mail } = await renderStaffMail(app, row.account_id, row)
  try {
    await app.mailer.send(mail)
  } catch (error) {
    await note(app, id, { error: error instanceof Error ? error.message : String(error) })
    if (error instanceof MailRefused) return
    throw error
  }
  await note(app, id, { sent_at: app.clock(), error: null })
}

async function note(
  app: App,
  id: string,
  result: Partial<Pick<StaffMail, 'sent_at' | 'error'>>,
): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db.updateTable('staff_mail').set(result).where('id', '=', id).execute()
  })
}
