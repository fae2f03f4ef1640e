import { DAY } from '../../../kernel/base/durations.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { renderMail } from '../../../kernel/mail/template.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { formatTime, t } from '../../../kernel/text/messages.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { settings } from '../../instance/settings.ts'
import { dayOf, dayText } from '../../instance/terms-versions.ts'

const STEP = 'terms.notify'
const MAIL = 'terms.mail'
/** recipients per transaction */
const AT_ONCE = 200

/** Mails all local users about new terms of service, in batches; once for each version. */
export async function mailEverybody(tx: Tx, id: string): Promise<void> {
  const told = await tx.db
    .updateTable('terms_version')
    .set({ notified_at: tx.now })
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (told !== undefined) tx.enqueue({ kind: STEP, payload: { id, after: null } })
}

export const jobs: JobHandlers = {
  [STEP]: { run: (app, { id, after }) => step(app, String(id), after as string | null) },
  [MAIL]: { concurrency: 4, run: (app, { id, userId }) => mail(app, String(id), String(userId)) },
}

async function step(app: App, id: string, after: string | null): Promise<void> {
  await app.transact(async (tx) => {
    const people = await tx.db
      .selectFrom('local_user')
      .innerJoin('account', 'account.id', 'local_user.account_id')
      .select('local_user.id')
      .where('local_user.id', '>', after ?? '0')
      .where('local_user.confirmed_at', 'is not', null)
      .where('local_user.approved', '=', true)
      .where('local_user.disabled', '=', false)
      .where(accountStays())
      .orderBy('local_user.id')
      .limit(AT_ONCE)
      .execute()
    for (const { id: userId } of people) {
      tx.enqueue({ kind: MAIL, payload: { id, userId }, uniqueKey: `${id}/${userId}` })
    }
    const last = people.at(-1)
    if (last === undefined || people.length < AT_ONCE) return
    tx.enqueue({ kind: STEP, payload: { id, after: last.id }, uniqueKey: `${id}/${last.id}` })
  })
}

/** Withdrawn terms are not mailed any more. */
async function mail(app: App, id: string, userId: string): Promise<void> {
  const version = await app.db
    .selectFrom('terms_version')
    .select('effective_day')
    .where('id', '=', id)
    .executeTakeFirst()
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email', 'local_user.locale'])
    .where('local_user.id', '=', userId)
    .executeTakeFirst()
  if (version === undefined || user === undefined) return
  const { handleDomain, origin } = app.config
  const { title, languages } = await app.cached.get(settings)
  const date = dayText(version.effective_day)
  const values = {
    domain: handleDomain,
    date: formatTime(version.effective_day * DAY, { dateStyle: 'long', timeZone: 'UTC' }),
  }
  const isNow = version.effective_day <= dayOf(app.clock())
  await app.mailer.send(
    renderMail(
      {
        serverName: title,
        to: user.email,
        subject: isNow
          ? t('The terms of service of {domain} have changed', values)
          : t('The terms of service of {domain} change on {date}', values),
        paragraphs: [
          t('Hello {username},', { username: user.username }),
          isNow
            ? t(
                'The terms of service of {domain} have changed. Whoever goes on using the server agrees to them.',
                values,
              )
            : t(
                'The terms of service of {domain} change on {date}. Whoever goes on using the server from then on agrees to them.',
                values,
              ),
        ],
        action: { label: t('Read the terms'), url: `${origin}/terms-of-service/${date}` },
      },
      wordsFor(user.locale, ...languages),
    ),
  )
}
