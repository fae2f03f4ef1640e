import type { App } from '../app.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Tx } from '../transact.ts'
import { changeSetting } from './settings.ts'
import { dayOf, dayText, keepVersion, startOf, type TermsVersion } from './terms-versions.ts'

const IN_FORCE = 'terms.come_into_force'
/** days from now */
const LATEST = 3660

/**
 * Publishes terms of service that count from a day on: today, or later.
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
  const id = await keepVersion(tx, day, content)
  if (day === today) {
    await changeSetting(tx, 'terms_of_service', { content, updated_at: tx.now })
  } else {
    tx.enqueue({ kind: IN_FORCE, payload: { day }, runAt: startOf(day) })
    tx.emit({ type: 'settings.changed' })
  }
  return id
}

/**
 * Takes back terms that do not count yet.
 *
 * @throws NotFound
 * @throws ValidationFailed for those that count, or did
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

/** Those that were taken back, or followed by others meanwhile, do not. */
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
