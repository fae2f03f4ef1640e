import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../../ids.ts'
import { columnTypes, isPostgres } from '../column-types.ts'
import type { Db } from '../database.ts'
import { prepared } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import { type Phrase, phraseOf, wordsOf } from './words.ts'

/** Each a word or a phrase, in any case, with or without accents. */
export interface TextQuery {
  all: readonly string[]
  /** what must not be there */
  none?: readonly string[]
}

/** Ids that count: between the two, neither included. */
export interface IdBounds {
  above: string
  below: string
}

const ALL_IDS: IdBounds = { above: BEFORE_ALL_IDS, below: AFTER_ALL_IDS }
/** matches that are looked at, so that a word that all use costs no more than others */
const MOST_MATCHES = 100_000

interface Found {
  id: string
  place: string
}

type StatusSearch = SelectQueryBuilder<Schema & { found: Found }, 'found' | 'status', object>

/** Makes the index, for the migration that has made `status`: a status that goes takes its words along. */
export async function createStatusSearch(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await db.schema
      .createTable('status_search')
      .addColumn('status_id', columnTypes(db).id, (column) =>
        column.primaryKey().references('status.id').onDelete('cascade'),
      )
      .addColumn('words', sql`tsvector`, (column) => column.notNull())
      .execute()
    await sql`create index status_search_words on status_search using gin (words)`.execute(db)
    return
  }
  await sql`create virtual table status_search using fts5(
    words, content='', contentless_delete=1, tokenize='ascii')`.execute(db)
  await sql`create trigger status_unindexed after delete on status begin
    delete from status_search where rowid = cast(old.id as integer);
  end`.execute(db)
}

/** Makes the status found by the words of this text, and by no others from before. */
export async function indexStatus(
  db: Db,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const words = wordsOf(text)
  await setWords(db, { id, words: isPostgres(db) ? vectorOf(words) : words.join(' ') })
}

const setWords = prepared((db, p: { id: string; words: string }) => ({
  compile() {
    if (!isPostgres(db)) {
      return sql`insert or replace into status_search (rowid, words)
        values (cast(${p.id} as integer), ${p.words})`.compile(db)
    }
    return sql`insert into status_search (status_id, words) values (${p.id}, ${p.words}::tsvector)
      on conflict (status_id) do update set words = excluded.words`.compile(db)
  },
}))

/** Takes a status out of the index; one that is not in it is no error. */
export async function unindexStatus(db: Db, id: string): Promise<void> {
  if (isPostgres(db)) await sql`delete from status_search where status_id = ${id}`.execute(db)
  else await sql`delete from status_search where rowid = cast(${id} as integer)`.execute(db)
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
export function searchStatuses(
  db: Db,
  query: TextQuery,
  { above, below }: IdBounds = ALL_IDS,
): StatusSearch {
  const match = matchOf(db, query)
  const found = isPostgres(db)
    ? sql<Found>`(select status_id as id, status_id as place from status_search
        where words @@ ${match ?? ''}::tsquery and status_id > ${above} and status_id < ${below}
        order by status_id desc limit ${sql.lit(MOST_MATCHES)})`
    : // in the order of rowid FTS5 answers row by row; sorted by anything else, all would be read
      sql<Found>`(select cast(status_search.rowid as text) as id, status_search.rowid as place
        from status_search where status_search match ${match ?? '""'}
        and rowid > cast(${above} as integer) and rowid < cast(${below} as integer)
        order by rowid desc limit ${sql.lit(MOST_MATCHES)})`
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
  const there = all.length === 0 ? null : matchOf(db, { all })
  const absent = none.map((text) => matchOf(db, { all: [text] })).filter((match) => match !== null)
  const holds = (match: string) =>
    isPostgres(db)
      ? sql`exists (select 1 from status_search where status_search.status_id = ${sql.ref(id)}
          and status_search.words @@ ${match}::tsquery)`
      : sql`exists (select 1 from status_search where status_search match ${match}
          and status_search.rowid = cast(${sql.ref(id)} as integer))`
  const wanted = there === null ? [] : [holds(there)]
  const unwanted = absent.map((match) => sql`not ${holds(match)}`)
  return sql<SqlBool>`(${sql.join([sql`1 = 1`, ...wanted, ...unwanted], sql` and `)})`
}

/** The query as the database's index is asked; null if there is no word in `all`. */
function matchOf(db: Db, query: TextQuery): string | null {
  const all = phrasesOf(query.all)
  const none = phrasesOf(query.none ?? [])
  if (all.length === 0) return null
  return isPostgres(db) ? vectorMatch(all, none) : ftsMatch(all, none)
}

function phrasesOf(texts: readonly string[]): Phrase[] {
  return texts.map(phraseOf).filter((phrase) => phrase !== null)
}

function ftsMatch(all: Phrase[], none: Phrase[]): string {
  const written = ({ words, prefix }: Phrase) => `"${words.join(' ')}"${prefix ? ' *' : ''}`
  const wanted = all.map(written).join(' AND ')
  const unwanted = none.map(written).join(' OR ')
  return unwanted === '' ? wanted : `(${wanted}) NOT (${unwanted})`
}

function vectorMatch(all: Phrase[], none: Phrase[]): string {
  const written = ({ words, prefix }: Phrase) =>
    `(${words.map((word) => `'${word}'`).join(' <-> ')}${prefix ? ':*' : ''})`
  return [...all.map(written), ...none.map((phrase) => `!${written(phrase)}`)].join(' & ')
}

/** `'word':1,4 'next':2`: made here, so that the server's locale has no say in what a word is. */
function vectorOf(words: string[]): string {
  const places = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const known = places.get(word)
    if (known === undefined) places.set(word, [at + 1])
    else known.push(at + 1)
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}
