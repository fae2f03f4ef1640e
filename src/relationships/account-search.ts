import { type Expression, type SqlBool, sql } from 'kysely'
import { normalizeHost, parseHandle } from '../accounts/handles.ts'
import { resolveHandle } from '../accounts/remote/resolve.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { Unreachable } from '../errors.ts'

export interface AccountSearch {
  q: string
  limit: number
  offset: number
  /** only whom the viewer follows */
  following: boolean
  /** whether a handle that is unknown here may be asked for at its server; accounts that are known here need nobody's answer */
  resolve: boolean
}

/** words of a query that count, and characters of each */
const MAX_TERMS = 6
const MAX_TERM = 100

/**
 * Finds accounts by handle or by words of their name and display name: the exact handle first,
 * then whom the viewer follows, then those whose name begins like the query, each by how many
 * follow them. Nobody who is pending, suspended or has moved is found (S-277).
 *
 * @returns ids in order
 */
export async function searchAccounts(
  app: App,
  viewer: { readonly id: string } | null,
  search: AccountSearch,
): Promise<string[]> {
  const named = search.resolve ? await findNamed(app, viewer, search) : null
  const found = await searchKnown(app, viewer, search)
  if (named === null) return found
  return [named, ...found.filter((id) => id !== named)].slice(0, search.limit)
}

/**
 * The account of a whole handle, asked for at its server if it is unknown here. A server that does not
 * answer finds nothing.
 */
async function findNamed(
  app: App,
  viewer: { readonly id: string } | null,
  { q, following, offset, limit }: AccountSearch,
): Promise<string | null> {
  if (viewer === null || following || offset > 0 || limit === 0) return null
  const handle = parseHandle(app.config, q)
  if (handle === null || handle.domain === null) return null
  try {
    const account = await resolveHandle(app, handle)
    if (account === null || account.suspended_at !== null) return null
    return account.id
  } catch (error) {
    if (error instanceof Unreachable) return null
    throw error
  }
}

async function searchKnown(
  app: Pick<App, 'slowDb' | 'config'>,
  viewer: { readonly id: string } | null,
  search: AccountSearch,
): Promise<string[]> {
  const wanted = readQuery(app.config, search.q)
  if (wanted === null || search.limit === 0 || (search.following && viewer === null)) return []
  let query = candidates(app.slowDb, viewer?.id ?? null).where(wanted.matches)
  if (search.following) query = query.where('f.id', 'is not', null)
  const rows = await query
    .select('account.id')
    .orderBy(sql`case when ${wanted.exact} then 0 else 1 end`)
    .orderBy(sql`case when f.id is null then 1 else 0 end`)
    .orderBy(sql`case when ${wanted.prefix} then 0 else 1 end`)
    .orderBy('account_stats.followers_count', 'desc')
    .orderBy('account.id')
    .limit(search.limit)
    .offset(search.offset)
    .execute()
  return rows.map((row) => row.id)
}

function candidates(db: Db, viewerId: string | null) {
  return db
    .selectFrom('account')
    .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
    .leftJoin('follow as f', (join) =>
      join.onRef('f.target_id', '=', 'account.id').on('f.account_id', '=', viewerId),
    )
    .where('account.activated_at', 'is not', null)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where('account.moved_to_id', 'is', null)
}

interface Wanted {
  matches: Expression<SqlBool>
  exact: Expression<SqlBool>
  prefix: Expression<SqlBool>
}

/** @returns null if the query asks for nothing */
function readQuery(config: Config, text: string): Wanted | null {
  const bare = text.trim().toLowerCase().replace(/^@/, '')
  const handle = /^([a-z0-9_.-]+)@(\S*)$/.exec(bare)
  if (handle !== null) return readHandle(config, handle[1]!, handle[2]!)
  const terms = bare.split(/\s+/).filter((term) => term !== '')
  const [first] = terms
  if (first === undefined) return null
  const like = terms
    .slice(0, MAX_TERMS)
    .map((term) => sql<SqlBool>`account.search_text like ${`%${escaped(term)}%`} escape '\\'`)
  return {
    matches: sql<SqlBool>`(${sql.join(like, sql` and `)})`,
    exact: sql<SqlBool>`(account.username_lower = ${first} and account.domain is null)`,
    prefix: sql<SqlBool>`(account.search_text like ${`${escaped(first)}%`} escape '\\')`,
  }
}

function readHandle(config: Config, name: string, host: string): Wanted {
  const domain = normalizeHost(host) ?? host
  const own = [config.domain, config.handleDomain]
  const prefix = sql<SqlBool>`account.username_lower like ${`${escaped(name)}%`} escape '\\'`
  if (host === '' || own.includes(domain)) {
    const local = host === '' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`account.domain is null`
    const exact = sql<SqlBool>`(account.username_lower = ${name} and account.domain is null)`
    return { matches: sql<SqlBool>`(${prefix} and ${local})`, exact, prefix }
  }
  const there = sql<SqlBool>`account.domain like ${`${escaped(domain)}%`} escape '\\'`
  return {
    matches: sql<SqlBool>`(${prefix} and ${there})`,
    exact: sql<SqlBool>`(account.username_lower = ${name} and account.domain = ${domain})`,
    prefix,
  }
}

function escaped(term: string): string {
  return term.slice(0, MAX_TERM).replace(/[\\%_]/g, '\\$&')
}
