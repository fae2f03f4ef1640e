import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Config } from '../../kernel/base/config.ts'
import type { Db } from '../../kernel/db/database.ts'
import { beginsWith, byCodePoints } from '../../kernel/db/prefix.ts'
import { readPrefixQuery } from '../../kernel/db/search/accounts.ts'
import { normalizeHost } from '../accounts/handles.ts'

/** The conditions of a search. */
export interface Wanted {
  /** up to `most` matches from an index: always the same ones */
  some(db: Db, most: number): RawBuilder<{ id: string }>
  /** whether the account whose id the column holds matches: for few accounts, one by one */
  matches(db: Db, id: string): RawBuilder<SqlBool>
  /** the handle that ranks first, in lower case */
  handle: { username: string; domain: string | null }
  /** accounts whose username starts with this rank before the others */
  prefix: string
}

/** maximum of words of a query, and of characters per word */
const MAX_TERMS = 6
const MAX_TERM = 100

/** @returns null for an empty query */
export function readWanted(config: Config, text: string): Wanted | null {
  const bare = text.trim().toLowerCase().replace(/^@/, '')
  const handle = /^([a-z0-9_.-]+)@(\S*)$/.exec(bare)
  return handle === null ? readWords(bare) : readHandle(config, handle[1]!, handle[2]!)
}

function readWords(text: string): Wanted | null {
  const terms = text.split(/\s+/).filter((term) => term !== '')
  const counting = terms.slice(0, MAX_TERMS).map((term) => term.slice(0, MAX_TERM))
  const words = readPrefixQuery(counting)
  if (words === null) return null
  const [first = ''] = counting
  return {
    some: words.newest,
    matches: words.areIn,
    handle: { username: first, domain: null },
    prefix: first,
  }
}

function readHandle(config: Config, username: string, host: string): Wanted {
  const prefix = username.slice(0, MAX_TERM)
  const domain = normalizeHost(host) ?? host
  const isOwn = [config.domain, config.handleDomain].includes(domain)
  const isThere = (db: Db) => {
    if (host === '') return sql<SqlBool>`1 = 1`
    // written so that the planner uses the index of names, not the index of local accounts
    if (isOwn) return sql<SqlBool>`(named.domain || '') is null`
    return beginsWith(db, sql.ref('named.domain'), domain)
  }
  const isCalled = (db: Db) =>
    sql<SqlBool>`(${beginsWith(db, sql.ref('named.username_lower'), prefix)} and ${isThere(db)})`
  return {
    some: (db, most) => sql`(select named.id from account as named where ${isCalled(db)}
      order by ${byCodePoints(db, sql.ref('named.username_lower'))},
        ${byCodePoints(db, sql.ref('named.domain'))}, named.id limit ${sql.lit(most)})`,
    matches: (db, id) => sql<SqlBool>`exists (select 1 from account as named
      where named.id = ${sql.ref(id)} and ${isCalled(db)})`,
    handle: { username, domain: host === '' || isOwn ? null : domain },
    prefix,
  }
}
