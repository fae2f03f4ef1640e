import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { columnTypes, isPostgres } from './column-types.ts'
import type { Db } from './database.ts'
import { prepared } from './prepared.ts'
import type { Schema } from './schema.ts'
import { type Phrase, phraseOf, wordsOf } from './search-words.ts'

/** Each a word or a phrase, in any case, with or without accents. */
export interface TextQuery {
  all: readonly string[]
  /** what must not be there */
  none?: readonly string[]
}

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
 * columns of `status` and the limit. Only as many statuses are read as it takes to fill the page.
 * Without a word in `all` nothing is found.
 *
 * @example
 * const rows = await searchStatuses(app.slowDb, { all: ['blue whale', 'song'], none: ['recipe'] })
 *   .select('status.id').where(visibleTo(viewerId)).limit(20).offset(20).execute()
 */
export function searchStatuses(db: Db, query: TextQuery): StatusSearch {
  const all = phrasesOf(query.all)
  const none = phrasesOf(query.none ?? [])
  const found = isPostgres(db) ? inVectors(all, none) : inFts(all, none)
  return db
    .selectFrom(found.as('found'))
    .innerJoin('status', 'status.id', 'found.id')
    .orderBy('found.place', 'desc')
    .$if(all.length === 0, (none) => none.where(sql<boolean>`1 = 0`)) as unknown as StatusSearch
}

function phrasesOf(texts: readonly string[]): Phrase[] {
  return texts.map(phraseOf).filter((phrase) => phrase !== null)
}

/** In the order of rowid FTS5 answers row by row; sorted by anything else, all matches would be read. */
function inFts(all: Phrase[], none: Phrase[]) {
  const written = ({ words, prefix }: Phrase) => `"${words.join(' ')}"${prefix ? ' *' : ''}`
  const wanted = all.map(written).join(' AND ')
  const unwanted = none.map(written).join(' OR ')
  const match = unwanted === '' ? wanted : `(${wanted}) NOT (${unwanted})`
  return sql<Found>`(select cast(status_search.rowid as text) as id, status_search.rowid as place
    from status_search where status_search match ${all.length === 0 ? '""' : match})`
}

function inVectors(all: Phrase[], none: Phrase[]) {
  const written = ({ words, prefix }: Phrase) =>
    `(${words.map((word) => `'${word}'`).join(' <-> ')}${prefix ? ':*' : ''})`
  const match = [...all.map(written), ...none.map((phrase) => `!${written(phrase)}`)].join(' & ')
  return sql<Found>`(select status_id as id, status_id as place
    from status_search where words @@ ${match}::tsquery)`
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
