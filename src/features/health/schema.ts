import type { Database } from '../../kernel/db/database.ts'
import { knownMigrations, UNFINISHED_MOVE, UNFINISHED_RESTORE } from '../../kernel/db/migrate.ts'
import { migrations } from '../../kernel/db/migrations/all.ts'
import { plural, t } from '../../kernel/text/messages.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Whether the schema of the database is that of this version. */
export async function checkSchema({ db }: Pick<Database, 'db'>): Promise<Finding> {
  const applied = await knownMigrations(db)
  if (applied === null) return ok(t('The database is empty: the first start fills it'))
  const known = new Set(migrations.map(({ name }) => name))
  if (applied.has(UNFINISHED_MOVE)) {
    return fail(
      t('A move into this database is not finished'),
      t('Run rookery move-database again, or use the database that it came from'),
    )
  }
  if (applied.has(UNFINISHED_RESTORE)) {
    return fail(
      t('A restore into this database is not finished'),
      t('Run the same rookery restore again'),
    )
  }
  const newer = [...applied].find((name) => !known.has(name))
  if (newer !== undefined) {
    const text = t('The database is newer than this version: it knows {newer}', { newer })
    return fail(text, t('Update Rookery'))
  }
  const missing = migrations.filter(({ name }) => !applied.has(name)).length
  if (missing === 0) return ok(t('The database can be reached and is up to date'))
  const text = plural(missing, 'The database lacks {n} update', 'The database lacks {n} updates')
  return warn(text, t('Start the server or run rookery migrate'))
}
