import type { Kysely } from 'kysely'
import type { Db } from '../database.ts'
import { UNFINISHED_RESTORE } from '../migrate.ts'

interface MarkTable {
  migration: { name: string; applied_at: number }
}

/** Marks a database whose rows are still to come from an archive; it may be marked already. */
export async function beginRestore(db: Db): Promise<void> {
  await endRestore(db)
  const mark = { name: UNFINISHED_RESTORE, applied_at: Date.now() }
  await table(db).insertInto('migration').values(mark).execute()
}

/** From now on it is a database like any other. */
export async function endRestore(db: Db): Promise<void> {
  await table(db).deleteFrom('migration').where('name', '=', UNFINISHED_RESTORE).execute()
}

function table(db: Db): Kysely<MarkTable> {
  return db as unknown as Kysely<MarkTable>
}
