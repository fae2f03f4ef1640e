import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

/** Tables whose rows have the id of the activity that caused them, each id once. */
type WithUri = {
  [Table in keyof Schema]: 'uri' extends keyof Schema[Table] ? Table : never
}[keyof Schema]

/**
 * The id of a received activity for the row that it causes. An id may come again, for another object or from another
 * actor of that server: the later row goes without, as one without an id is valid too (A112).
 *
 * @param uri undefined: nothing was received
 * @returns null if another row has it
 */
export async function freeUri(
  db: Db,
  table: WithUri,
  uri: string | undefined,
): Promise<string | null> {
  if (uri === undefined) return null
  const { rows } = await sql`select 1 from ${sql.table(table)} where uri = ${uri}`.execute(db)
  return rows.length === 0 ? uri : null
}
