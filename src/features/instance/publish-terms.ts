import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { changeSetting } from './settings.ts'
import { dayOf, dayText, startOf, storeVersion, type TermsVersion } from './terms-versions.ts'

const IN_FORCE = 'terms.come_into_force'
/** maximum of days from now */
const LATEST = 3660

/**
 * Publishes terms of service with an effective day: today, or later.
 *
 * @param day ms / 86400000
 * @returns id of the version
 * @throws ValidationFailed
 */
export async function publishTerms(
  tx: Tx,
  { content, day }: { content: string; day: number },
): Promise<string> {
  const today = dayOf(tx.now)
  if (content.trim() === '') throw new ValidationFailed("Content can't be blank")
  if (day < today) throw new ValidationFailed('Effective date is over')
  if (day > today + LATEST)
    throw new ValidationFailed('Effective date is more than ten years ahead')
  const id = await storeVersion(tx, day, content)
  if (day === today) {
    await changeSetting(tx, 'terms_of_service', { content, updated_at: tx.now })
  } else {
    tx.enqueue({ kind: IN_FORCE, payload: { day }, runAt: startOf(day) })
    tx.emit({ type: 'settings.changed' })
  }
  return id
}

/**
 * Withdraws terms that are not in force yet.
 *
 * @throws NotFound
 * @throws ValidationFailed for terms that are or were in force
 */
export async function withdrawTerms(tx: Tx, id: string): Promise<TermsVersion> {
  const version = await tx.db
    .selectFrom('terms_version')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (version === undefined) throw new NotFound()
  if (version.effective_day <= dayOf(tx.now)) {
    throw new ValidationFailed(`These terms count since ${dayText(version.effective_day)}`)
  }
  await tx.db.deleteFrom('terms_version').where('id', '=', id).execute()
  tx.emit({ type: 'settings.changed' })
  return version
}

export const jobs: JobHandlers = {
  [IN_FORCE]: { run: (app, { day }) => comeIntoForce(app, Number(day)) },
}

/** Withdrawn terms, and terms superseded meanwhile, do not come into force. */
async function comeIntoForce(app: App, day: number): Promise<void> {
  await app.transact(async (tx) => {
    const newest = await tx.db
      .selectFrom('terms_version')
      .selectAll()
      .where('effective_day', '<=', dayOf(tx.now))
      .orderBy('effective_day', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest === undefined || newest.effective_day !== day) return
    const terms = { content: newest.content, updated_at: startOf(day) }
    await changeSetting(tx, 'terms_of_service', terms)
  })
}
