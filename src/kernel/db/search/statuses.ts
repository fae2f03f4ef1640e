import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Schema } from '../schema.ts'
import {
  createTextIndex,
  type Found,
  holds,
  type IdBounds,
  type IndexedText,
  matching,
  type TextIndex,
  unindex,
  writerOf,
} from './text-index.ts'
import { matchOf, phrasesOf, type TextQuery } from './text-query.ts'

const STATUSES: TextIndex = { name: 'status_search', of: 'status', byPrefix: false }

/** maximum matches that are read, so that a very common word costs no more than others */
const MOST_MATCHES = 100_000

type StatusSearch = SelectQueryBuilder<Schema & { found: Found }, 'found' | 'status', object>

/** Creates the index, for the migration that has created `status`. */
export async function createStatusSearch(db: Kysely<unknown>): Promise<void> {
  await createTextIndex(db, STATUSES)
}

const write = writerOf(STATUSES)

/** Indexes a status by the words of this text and replaces its old entry. */
export async function indexStatus(db: Db, status: { id: string; text: string }): Promise<void> {
  await write(db, [status])
}

/** The same for many statuses. */
export async function indexStatuses(db: Db, texts: IndexedText[]): Promise<void> {
  await write(db, texts)
}

/** Removes a status from the index; a missing one is no error. */
export async function unindexStatus(db: Db, id: string): Promise<void> {
  await unindex(db, STATUSES, id)
}

/**
 * The indexed statuses that contain all of the words, newest first. The caller adds the visibility condition,
 * the columns of `status` and the limit. Only as many statuses are read as fill the page, and at most the newest
 * 100,000 matches. Without a word in `all` nothing is found.
 *
 * @example
 * const rows = await searchStatuses(app.slowDb, { all: ['blue whale', 'song'], none: ['recipe'] })
 * .select('status.id').where(visibleTo(viewerId)).limit(20).offset(20).execute()
 */
export function searchStatuses(db: Db, query: TextQuery, bounds?: IdBounds): StatusSearch {
  const all = phrasesOf(query.all)
  const match = all.length === 0 ? null : matchOf(db, all, phrasesOf(query.none ?? []))
  const found = matching(db, STATUSES, match, { most: MOST_MATCHES, bounds })
  return (
    db
      .selectFrom(found.as('found'))
      // so that SQLite starts with the matches, and never with all statuses
      .crossJoin('status')
      .whereRef('status.id', '=', 'found.id')
      .orderBy('found.place', 'desc')
      .$if(match === null, (none) => none.where(sql<boolean>`1 = 0`)) as unknown as StatusSearch
  )
}

/** Whether a status contains all words of `all` and none of `none`: for few statuses, one by one. */
export function holdsWords(db: Db, id: string, { all, none = [] }: TextQuery): RawBuilder<SqlBool> {
  const wanted = phrasesOf(all)
  const conditions = [
    ...(wanted.length === 0 ? [] : [holds(db, STATUSES, id, wanted)]),
    ...phrasesOf(none).map((phrase) => sql`not ${holds(db, STATUSES, id, [phrase])}`),
  ]
  return sql<SqlBool>`(${sql.join([sql`1 = 1`, ...conditions], sql` and `)})`
}
