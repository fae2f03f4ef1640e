import type { App } from '../../app.ts'
import { settings } from '../../instance/settings.ts'
import { dayOf, dayText } from '../../instance/terms-versions.ts'
import type { JobHandlers } from '../../jobs/handlers.ts'
import { renderMail } from '../../mail-template.ts'
import type { Tx } from '../../transact.ts'

const STEP = 'terms.notify'
const MAIL = 'terms.mail'
/** people in one transaction */
const AT_ONCE = 200

/** Writes to everybody here about terms of service, in steps; once for each version. */
export async function tellEverybody(tx: Tx, id: string): Promise<void> {
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
      .where('account.suspended_at', 'is', null)
      .where('account.deleted_at', 'is', null)
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

/** Terms that were taken back meanwhile are not written about any more. */
async function mail(app: App, id: string, userId: string): Promise<void> {
  const version = await app.db
    .selectFrom('terms_version')
    .select('effective_day')
    .where('id', '=', id)
    .executeTakeFirst()
  const user = await app.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['account.username', 'local_user.email'])
    .where('local_user.id', '=', userId)
    .executeTakeFirst()
  if (version === undefined || user === undefined) return
  const { handleDomain, origin } = app.config
  const { title } = await app.cached.get(settings)
  const date = dayText(version.effective_day)
  const since = version.effective_day <= dayOf(app.clock()) ? 'have changed' : `change on ${date}`
  await app.mailer.send(
    renderMail({
      serverName: title,
      to: user.email,
      subject: `The terms of service of ${handleDomain} ${since}`,
      paragraphs: [
        `Hello ${user.username},`,
        `The terms of service of ${handleDomain} ${since}. Whoever goes on using the server from then on agrees to them.`,
      ],
      action: { label: 'Read the terms', url: `${origin}/terms-of-service/${date}` },
    }),
  )
}
