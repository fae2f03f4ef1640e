import { sql } from 'kysely'
import { isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import { StartError } from './start-error.ts'

/** Work that the user of a database needs rights for: to `change` the schema takes the owner of the tables. */
export type Purpose = 'read' | 'write' | 'change'

/** Names are quoted as SQL needs it. */
interface Rights {
  database: string
  user: string
  user_literal: string
  /** null: there is none that the user may use */
  schema: string | null
  schema_literal: string | null
  may_create: boolean
  /** our tables that the user may not read, and not write */
  unreadable: string[]
  unwritable: string[]
  /** of our tables, if they are others than the user and the roles whose member it is */
  owners: string[]
}

/** Tables by which a schema of ours is known, and that stand for the others: those of another program are not judged. */
const OURS = ['account', 'job', 'migration', 'process_lease', 'setting', 'status']
/** written by updates only */
const OF_UPDATES = 'migration'

const RIGHTS = sql<Rights>`
  with ours as (
    select oid, relname, relowner,
      has_table_privilege(oid, 'select') as is_read,
      has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
        and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete') as is_written
    from pg_class
    where relkind in ('r', 'p') and relnamespace = to_regnamespace(quote_ident(current_schema()))
      and relname in (${sql.join(OURS.map((name) => sql.lit(name)))})
  )
  select quote_ident(current_database()) as database,
    quote_ident(current_user) as "user", quote_literal(current_user) as user_literal,
    quote_ident(current_schema()) as schema,
    quote_literal(quote_ident(current_schema())) as schema_literal,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
    coalesce((select json_agg(relname order by relname) from ours where not is_read), '[]') as unreadable,
    coalesce((select json_agg(relname order by relname) from ours
      where not is_written and relname <> ${sql.lit(OF_UPDATES)}), '[]') as unwritable,
    coalesce((select json_agg(distinct quote_ident(pg_get_userbyid(relowner))) from ours
      where not pg_has_role(relowner, 'usage')), '[]') as owners`

/** Rights that are missing, and the SQL that gives them, each as a sentence. */
export interface Lack {
  text: string
  mend: string
}

/**
 * The rights that the user of this connection lacks; null if it lacks none, or if a server that is only compatible with
 * PostgreSQL cannot tell.
 */
export async function lackOfRights(db: Db, purpose: Purpose): Promise<Lack | null> {
  if (!isPostgres(db)) return null
  const found = await RIGHTS.execute(db).catch(() => null)
  const rights = found?.rows[0]
  return rights === undefined ? null : lackIn(rights, purpose)
}

/** @throws StartError if rights are missing */
export async function demandRights(db: Db, purpose: Purpose): Promise<void> {
  const lack = await lackOfRights(db, purpose)
  if (lack !== null) throw new RightsMissing(lack)
}

/** A right on a table that is not looked at beforehand. @param reason as PostgreSQL gives it */
export function lackOfTable(reason: string): Lack | null {
  if (!/^permission denied for (table|sequence|relation)/.test(reason)) return null
  return {
    text: `The database refuses its user a right: ${reason}`,
    mend: 'Give that user all rights on the tables of this server, best as their owner',
  }
}

/** The user of the database lacks rights there. */
export class RightsMissing extends StartError {
  readonly lack: Lack

  constructor(lack: Lack, cause?: unknown) {
    super(`${lack.text}. ${lack.mend}`, { isSetting: true, cause })
    this.lack = lack
  }
}

function lackIn(rights: Rights, purpose: Purpose): Lack | null {
  const { schema, may_create, owners } = rights
  const refused = purpose === 'read' ? rights.unreadable : rights.unwritable
  if (schema === null) {
    return lacking(rights, 'may use no schema of its search_path', grantOn('public', rights))
  }
  if (refused.length > 0) {
    const what = `may not ${purpose === 'read' ? 'read' : 'write'} its tables (${refused.join(', ')})`
    return lacking(rights, what + whose(owners), give(rights))
  }
  if (purpose !== 'change') return null
  if (owners.length > 0) {
    return lacking(rights, `may not change its tables${whose(owners)}`, give(rights))
  }
  if (may_create) return null
  return lacking(rights, `may make no tables in the schema ${schema}`, grantOn(schema, rights))
}

function lacking({ database, user }: Rights, what: string, statements: string): Lack {
  return {
    text: `The database ${database} cannot be used: its user ${user} ${what}`,
    mend: `Run in that database, as a superuser${statements.includes('do $$') ? ALL_OF_OWNER : ''}: ${statements}`,
  }
}

const ALL_OF_OWNER =
  ' (it takes all tables of that owner in this schema, but for those of extensions)'

const whose = (owners: readonly string[]) =>
  owners.length === 0 ? '' : `, which belong to ${owners.join(', ')}`

const grantOn = (schema: string, { user }: Rights) =>
  `grant usage, create on schema ${schema} to ${user}`

/** Makes the user the owner of the tables: rights on them alone would not do for the next update. */
function give(rights: Rights): string {
  const { user, user_literal, schema, schema_literal, owners, may_create } = rights
  const grant = may_create ? '' : `${grantOn(schema!, rights)}; `
  if (owners.length === 0) return `${grant}grant all on all tables in schema ${schema} to ${user}`
  const from = owners.map((owner) => `'${owner.replaceAll("'", "''")}'::regrole`).join(', ')
  return `${grant}do $$ begin execute (select string_agg(format('alter table %s owner to %I', oid::regclass, ${user_literal}), '; ') from pg_class where relkind in ('r', 'p') and relnamespace = ${schema_literal}::regnamespace and relowner in (${from}) and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')); end $$`
}
