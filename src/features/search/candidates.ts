import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Schema } from '../../kernel/db/schema.ts'
import { holdsWords, searchStatuses } from '../../kernel/db/search/statuses.ts'
import type { IdBounds } from '../../kernel/db/search/text-index.ts'
import type { Query } from './query.ts'
import type { Excludable } from './scope.ts'

/** maximum of newest statuses of an account, of a library or of all that a search scans */
const MOST_SCANNED = 20_000

type Candidates = SelectQueryBuilder<
  Schema & { found: { id: string; place: string } },
  'found' | 'status',
  object
>

export interface Narrowed {
  viewerId: string
  query: Query
  conditions: readonly Excludable[]
  bounds: IdBounds
}

/**
 * Statuses that a search scans, newest first: from the most selective index, and never more than
 * `MOST_SCANNED`. With an author or the library as condition, their statuses, one by one; else
 * the matches of the words; without words the newest of all.
 *
 * @returns null if there are only excluding conditions
 */
export function candidates(db: Db, narrowed: Narrowed): Candidates | null {
  const { viewerId, query, conditions, bounds } = narrowed
  const asked = conditions.filter(({ excluded }) => !excluded)
  const author = asked.find((condition) => condition.kind === 'author')
  if (author !== undefined) return among(db, writtenBy(author.accountId, bounds), query)
  const library = asked.some(({ kind, ...more }) => kind === 'in' && isLibrary(more))
  if (library) return among(db, libraryOf(viewerId, bounds), query)
  if (query.all.length > 0) return searchStatuses(db, query, bounds) as unknown as Candidates
  return asked.length === 0 ? null : among(db, latestOnes(bounds), query)
}

function isLibrary(condition: object): boolean {
  return 'where' in condition && condition.where === 'library'
}

type Ids = ReturnType<typeof sql<{ id: string }>>

function among(db: Db, ids: Ids, query: Query): Candidates {
  return (
    db
      .selectFrom(
        sql<{ id: string; place: string }>`(select id, id as place from ${ids} as looked_at)`.as(
          'found',
        ),
      )
      // makes SQLite start here
      .crossJoin('status')
      .whereRef('status.id', '=', 'found.id')
      .where(holdsWords(db, 'status.id', query))
      .orderBy('found.place', 'desc') as unknown as Candidates
  )
}

const between = (column: string, { above, below }: IdBounds) =>
  sql`${sql.ref(column)} > ${above} and ${sql.ref(column)} < ${below}
    order by ${sql.ref(column)} desc limit ${sql.lit(MOST_SCANNED)}`

function writtenBy(accountId: string, bounds: IdBounds): Ids {
  return sql`(select id from status where account_id = ${accountId} and ${between('id', bounds)})`
}

function latestOnes(bounds: IdBounds): Ids {
  return sql`(select id from status where reblog_of_id is null and ${between('id', bounds)})`
}

function libraryOf(viewerId: string, bounds: IdBounds): Ids {
  const marked = (table: string) => sql`select id from (select status_id as id
    from ${sql.table(table)} where account_id = ${viewerId} and ${between('status_id', bounds)}) as ${sql.ref(table)}`
  return sql`(select id from (
    select id from ${writtenBy(viewerId, bounds)} as written
    union ${marked('mention')} union ${marked('favourite')} union ${marked('bookmark')}
    union select id from (select reblog_of_id as id from status where account_id = ${viewerId}
      and reblog_of_id is not null and deleted_at is null
      and ${between('reblog_of_id', bounds)}) as boosted
  ) as library order by id desc limit ${sql.lit(MOST_SCANNED)})`
}
