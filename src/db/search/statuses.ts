import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Schema } from '../schema.ts'
import {
  createTextIndex,
  type Found,
  holds,
  type IdBounds,
  matching,
  type TextIndex,
  unindex,
  writerOf,
} from './text-index.ts'
import { matchOf, phrasesOf, type TextQuery } from './text-query.ts'

const STATUSES: TextIndex = { name: 'status_search', of: 'status', byBeginnings: false }

/** matches that are looked at, so that a word that all use costs no more than others */
const MOST_MATCHES = 100_000

type StatusSearch = SelectQueryBuilder<Schema & { found: Found }, 'found' | 'status', object>

/** Makes the index, for the migration that has made `status`. */
export async function createStatusSearch(db: Kysely<unknown>): Promise<void> {
  await createTextIndex(db, STATUSES)
}

const write = writerOf(STATUSES)

/** Makes the status found by the words of this text, and by no others from before. */
export async function indexStatus(db: Db, status: { id: string; text: string }): Promise<void> {
  await write(db, [status])
}

/** Takes a status out of the index; one that is not in it is no error. */
export async function unindexStatus(db: Db, id: string): Promise<void> {
  await unindex(db, STATUSES, id)
}

/**
 * The indexed statuses that hold all of the words, newest first; the caller adds whom it is for, the
 * columns of `status` and the limit. Only as many statuses are read as it takes to fill the page, and
 * the newest 100,000 matches at most. Without a word in `all` nothing is found.
 *
 * @example
 * const rows = await searchStatuses(app.slowDb, { all: ['blue whale', 'song'], none: ['recipe'] })
 *   .select('status.id').where(visibleTo(viewerId)).limit(20).offset(20).execute()
 */
export function searchStatuses(db: Db, query: TextQuery, bounds?: IdBounds): StatusSearch {
  const all = phrasesOf(query.all)
  const match = all.length === 0 ? null : matchOf(db, all, phrasesOf(query.none ?? []))
  const found = matching(db, STATUSES, match, { most: MOST_MATCHES, bounds })
  return (
    db
      .selectFrom(found.as('found'))
      // so that SQLite begins at the words, and never at all statuses
      .crossJoin('status')
      .whereRef('status.id', '=', 'found.id')
      .orderBy('found.place', 'desc')
      .$if(match === null, (none) => none.where(sql<boolean>`1 = 0`)) as unknown as StatusSearch
  )
}

/** Whether a status holds all of the words and none of the others: for few statuses, one by one. */
export function holdsWords(db: Db, id: string, { all, none = [] }: TextQuery): RawBuilder<SqlBool> {
  const wanted = phrasesOf(all)
  const conditions = [
    ...(wanted.length === 0 ? [] : [holds(db, STATUSES, id, wanted)]),
    ...phrasesOf(none).map((phrase) => sql`not ${holds(db, STATUSES, id, [phrase])}`),
  ]
  return sql<SqlBool>`(${sql.join([sql`1 = 1`, ...conditions], sql` and `)})`
}
