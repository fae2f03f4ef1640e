import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { normalizeHost } from '../accounts/handles.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { beginsWith, byCodePoints } from '../db/prefix.ts'
import { readBeginnings } from '../db/search/accounts.ts'

/** Whom a search is for. */
export interface Wanted {
  /** some of those who match, at most so many, from an index: always the same ones */
  some(db: Db, most: number): RawBuilder<{ id: string }>
  /** whether the account whose id the column holds matches: for few accounts, one by one */
  matches(db: Db, id: string): RawBuilder<SqlBool>
  /** the handle that comes first, in lower case */
  handle: { username: string; domain: string | null }
  /** what the user names of those begin with who come before the others */
  prefix: string
}

/** words of a query that count, and characters of each */
const MAX_TERMS = 6
const MAX_TERM = 100

/** @returns null if the query asks for nothing */
export function readWanted(config: Config, text: string): Wanted | null {
  const bare = text.trim().toLowerCase().replace(/^@/, '')
  const handle = /^([a-z0-9_.-]+)@(\S*)$/.exec(bare)
  return handle === null ? readWords(bare) : readHandle(config, handle[1]!, handle[2]!)
}

function readWords(text: string): Wanted | null {
  const terms = text.split(/\s+/).filter((term) => term !== '')
  const counting = terms.slice(0, MAX_TERMS).map((term) => term.slice(0, MAX_TERM))
  const words = readBeginnings(counting)
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
    // written so that the index of names is used, and not the one of all who are from here
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
