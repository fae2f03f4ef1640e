import { sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Database } from './database.ts'
import { missingIndexes } from './indexes.ts'
import { countDangling, foreignKeys } from './references.ts'

/** lines of SQLite's own check */
const MOST = 10

/**
 * Looks for damage in a whole database: the pages and indexes of a SQLite file, missing indexes, references to missing
 * rows. It reads every row, so it is for databases that nobody waits for.
 *
 * @returns a line for each problem
 */
export async function findDamage(
  database: Database,
  onProgress: (what: string) => void,
): Promise<string[]> {
  const { slowDb: db } = database
  const problems: string[] = []
  if (!isPostgres(db)) {
    onProgress('pages and indexes')
    const { rows } = await sql<{
      integrity_check: string
    }>`pragma integrity_check(${sql.lit(MOST)})`.execute(db)
    problems.push(...rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'))
  }
  const indexes = await missingIndexes(database)
  problems.push(...indexes.map(({ name }) => `the index ${name} is missing`))
  for (const reference of await foreignKeys(db)) {
    onProgress(`references of ${reference.child}`)
    const count = await countDangling(db, reference)
    if (count > 0)
      problems.push(`${count} rows of ${reference.child} refer to rows that are missing`)
  }
  return problems
}
