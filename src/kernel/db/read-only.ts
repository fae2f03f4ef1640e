import { sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'

/** The reason that a database takes no writes, and the way to change that: each a sentence without its full stop. */
export interface ReadOnlyState {
  text: string
  mend: string
}

/** Names are quoted as SQL needs it. */
interface Row {
  standby: boolean
  /** of default_transaction_read_only */
  setting: string
  source: string
  user: string
  database: string
}

/** The state as PostgreSQL tells it; null: it takes writes, or cannot tell. */
export async function readOnlyState(db: Db): Promise<ReadOnlyState | null> {
  if (!isPostgres(db)) return null
  const asked = sql<Row>`
    select pg_is_in_recovery() as standby, setting, source,
      quote_ident(current_user) as "user", quote_ident(current_database()) as database
    from pg_settings where name = 'default_transaction_read_only'`
  const row = (await asked.execute(db).catch(() => null))?.rows[0]
  if (row === undefined) return null
  if (row.standby) return STANDBY
  return row.setting === 'on' ? { text: SET, mend: mendOf(row) } : null
}

const STANDBY: ReadOnlyState = {
  text: 'The database is a standby (replica) of another server, and takes no writes',
  mend: 'Name the primary in DATABASE_URL, or promote this one by "select pg_promote()" if it shall take over',
}
const SET =
  'The database is set to read-only (default_transaction_read_only), as hosts do on a full disk'

/** @see https://www.postgresql.org/docs/current/view-pg-settings.html */
function mendOf({ source, user, database }: Row): string {
  const reset = 'reset default_transaction_read_only'
  const statements: Record<string, string> = {
    database: `alter database ${database} ${reset}`,
    user: `alter role ${user} ${reset}`,
    'database user': `alter role ${user} in database ${database} ${reset}`,
  }
  const statement = statements[source]
  return statement === undefined
    ? 'Look for that setting in postgresql.conf and in PGOPTIONS, and whether there is room on its disk'
    : `If there is room on its disk, run there: begin; set transaction read write; ${statement}; commit`
}
