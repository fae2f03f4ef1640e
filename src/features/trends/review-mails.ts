import { HOUR } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { renderMail } from '../../kernel/mail/template.ts'
import { wordsFor } from '../../kernel/text/catalogues.ts'
import { t } from '../../kernel/text/messages.ts'
import { loadStaff } from '../identity/sign-up/staff-mails.ts'
import { settings } from '../instance/settings.ts'
import { type ReviewState, risingLinks, risingStatuses, risingTags } from './review-lists.ts'

const ASK = 'trends.ask_staff'
const MAIL = 'trends.mail'
/** per kind: maximum of trends that are checked, and that a mail names */
const [CHECKED, NAMED] = [20, 3]

interface Asked {
  kind: 'tag' | 'link' | 'status'
  id: string
  /** its name in the mail */
  name: string
}

/**
 * Mails the staff who review trends about unreviewed ones: each trend once, all of an hour in one
 * mail.
 */
export const jobs: JobHandlers = {
  [ASK]: { every: HOUR, run: askStaff },
  [MAIL]: {
    concurrency: 4,
    run: (app, { userId, names }) => mail(app, String(userId), names as string[]),
  },
}

async function askStaff(app: App): Promise<void> {
  const waiting = await findWaiting(app)
  if (waiting.length === 0) return
  await app.transact(async (tx) => {
    const fresh = await noteAsked(tx, waiting)
    if (fresh.length === 0) return
    const names = (['tag', 'link', 'status'] as const).flatMap((kind) =>
      fresh.filter((one) => one.kind === kind).slice(0, NAMED),
    )
    for (const userId of await loadStaff(tx.db, 'manageTaxonomies')) {
      tx.enqueue({ kind: MAIL, payload: { userId, names: names.map(({ name }) => name) } })
    }
  })
}

async function findWaiting(app: App): Promise<Asked[]> {
  const place = { limit: CHECKED, offset: 0 }
  const waits = ({ requiresReview }: ReviewState) => requiresReview
  const tags = (await risingTags(app, place)).filter(waits)
  const links = (await risingLinks(app, place)).filter(waits)
  const statuses = (await risingStatuses(app, place)).filter(waits)
  return [
    ...tags.map(({ id, name }) => ({ kind: 'tag' as const, id, name: `#${name}` })),
    ...links.map(({ id, url, title }) => ({ kind: 'link' as const, id, name: `${title} ${url}` })),
    ...statuses.map(({ id, url }) => ({ kind: 'status' as const, id, name: url })),
  ]
}

/** @returns the trends that no mail was about before */
async function noteAsked(tx: Tx, waiting: readonly Asked[]): Promise<Asked[]> {
  const rows = await tx.db
    .insertInto('trend_request')
    .values(waiting.map(({ kind, id }) => ({ kind, subject_id: id, asked_at: tx.now })))
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doNothing())
    .returning(['kind', 'subject_id'])
    .execute()
  return waiting.filter(({ kind, id }) =>
    rows.some((row) => row.kind === kind && row.subject_id === id),
  )
}

async function mail(app: App, userId: string, names: readonly string[]): Promise<void> {
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email', 'local_user.locale'])
    .where('local_user.id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return
  const { title, languages } = await app.cached.get(settings)
  await app.mailer.send(
    renderMail(
      {
        serverName: title,
        to: user.email,
        subject: t('Something new rises at {handleDomain}', {
          handleDomain: app.config.handleDomain,
        }),
        paragraphs: [
          t('Hello {username},', { username: user.username }),
          t('This is about to trend, and is shown once somebody of the staff approves it:'),
          ...names,
        ],
        action: { label: t('Decide about trends'), url: `${app.config.origin}/admin/trends` },
      },
      wordsFor(user.locale, ...languages),
    ),
  )
}
