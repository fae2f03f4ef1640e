import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { GIVE_UP } from '../../../kernel/activitypub/delivery/retry.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** Filters of the list of servers. */
export interface WantedInstances {
  /** part of the domain */
  domain: string
  limited: 'suspend' | 'silence' | 'noop' | 'allowed' | null
  availability: 'failing' | 'unavailable' | null
  limit: number
  offset: number
}

/** Domains of known accounts and domains with decisions, in alphabetical order. */
export async function instanceNames(
  db: Db,
  wanted: WantedInstances,
  now: number,
): Promise<string[]> {
  const rows = await known(db, (name) => conditionsOf(db, wanted, name, now))
    .orderBy('name')
    .limit(wanted.limit)
    .offset(wanted.offset)
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether a domain has accounts or decisions here. */
export async function isKnown(db: Db, domain: string): Promise<boolean> {
  const row = await known(db, (name) => [sql<SqlBool>`${name} = ${domain}`])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Name = RawBuilder<unknown>

/** Each source has the conditions, so that all three are read in the order of their indexes. */
function known(db: Db, conditions: (name: Name) => RawBuilder<SqlBool>[]) {
  const namesIn = (table: 'domain_host' | 'domain_block' | 'domain_allow') => {
    const name = sql.ref(`${table}.domain`)
    return conditions(name).reduce(
      (query, condition) => query.where(condition),
      db.selectFrom(table).select(sql<string>`${name}`.as('name')),
    )
  }
  return namesIn('domain_host')
    .where(sql<SqlBool>`domain_host.accounts_count > 0`)
    .union(namesIn('domain_block'))
    .union(namesIn('domain_allow'))
}

function conditionsOf(
  db: Db,
  { domain, limited, availability }: WantedInstances,
  name: Name,
  now: number,
): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (domain !== '') {
    const pattern = `%${domain.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(sql`${name} like ${pattern} escape '\\'`)
  }
  if (limited === 'allowed') {
    conditions.push(sql`${name} in ${db.selectFrom('domain_allow').select('domain')}`)
  } else if (limited !== null) {
    const blocks = db.selectFrom('domain_block').where('severity', '=', limited)
    conditions.push(sql`${name} in ${blocks.select('domain')}`)
  }
  if (availability !== null) {
    conditions.push(sql`${name} in ${namesOfFailing(db, availability, now)}`)
  }
  return conditions
}

/** Hosts that do not answer, and the domains of their accounts. */
function namesOfFailing(db: Db, state: 'failing' | 'unavailable', now: number) {
  const failing = db
    .selectFrom('peer_host')
    .where('failures', '>', 0)
    .where('failing_since', state === 'failing' ? '>' : '<=', now - GIVE_UP)
  return failing
    .select('peer_host.host as name')
    .union(
      failing
        .innerJoin('domain_host', 'domain_host.host', 'peer_host.host')
        .where('domain_host.accounts_count', '>', 0)
        .select('domain_host.domain as name'),
    )
}
