import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../../base/ids.ts'
import { columnTypes, isPostgres } from '../column-types.ts'
import type { Db } from '../database.ts'
import { prepared } from '../prepared.ts'
import { matchOf } from './text-query.ts'
import { type Phrase, wordsOf } from './words.ts'

/** A full-text index of one table's rows: FTS5 on SQLite, a table of vectors on PostgreSQL. */
export interface TextIndex {
  /** name of the index table */
  name: 'status_search' | 'account_search'
  /** the indexed table */
  of: 'status' | 'account'
  /**
   * For search as you type: short prefixes of words are indexed, and SQLite stores the words, because only they
   * tell whether one row has a word with that prefix.
   */
  byPrefix: boolean
}

export interface IndexedText {
  id: string
  text: string
}

/** Rows that were indexed one after the other. */
export interface Indexed {
  count: number
  /** id of the last one, or null if there are no more */
  last: string | null
}

/** Accepted ids: between the two, both excluded. */
export interface IdBounds {
  above: string
  below: string
}

const ALL_IDS: IdBounds = { above: BEFORE_ALL_IDS, below: AFTER_ALL_IDS }

const keyOf = ({ of }: TextIndex) => sql.ref(`${of}_id`)

/** Creates the index, for the migration that has created the table. Deleting a row deletes its index entry. */
export async function createTextIndex(db: Kysely<unknown>, index: TextIndex): Promise<void> {
  const { name, of, byPrefix } = index
  if (isPostgres(db)) {
    await db.schema
      .createTable(name)
      .addColumn(`${of}_id`, columnTypes(db).id, (column) =>
        column.primaryKey().references(`${of}.id`).onDelete('cascade'),
      )
      .addColumn('words', sql`tsvector`, (column) => column.notNull())
      .execute()
    // new entries go into the index itself, not into a pending list that each search would scan
    const settings = byPrefix ? sql`with (fastupdate = off)` : sql``
    await sql`create index ${sql.ref(`${name}_words`)} on ${sql.table(name)}
      using gin (words) ${settings}`.execute(db)
    return
  }
  const kept = byPrefix ? "columnsize=0, prefix='1 2'" : "content='', contentless_delete=1"
  await sql`create virtual table ${sql.table(name)} using fts5(
    words, ${sql.raw(kept)}, tokenize='ascii')`.execute(db)
  await sql`create trigger ${sql.ref(`${of}_unindexed`)} after delete on ${sql.table(of)} begin
    delete from ${sql.table(name)} where rowid = cast(old.id as integer);
  end`.execute(db)
}

/** Creates the function that indexes rows by these texts and replaces their old entries. */
export function writerOf(index: TextIndex): (db: Db, texts: IndexedText[]) => Promise<void> {
  const table = sql.table(index.name)
  const insert = (db: Db, p: { rows: string }) => ({
    compile() {
      if (!isPostgres(db)) {
        return sql`insert or replace into ${table} (rowid, words)
          select cast(value ->> 0 as integer), value ->> 1 from json_each(${p.rows})`.compile(db)
      }
      return sql`insert into ${table} (${keyOf(index)}, words)
        select (value ->> 0)::bigint, (value ->> 1)::tsvector from jsonb_array_elements(${p.rows}::jsonb) as value
        on conflict (${keyOf(index)}) do update set words = excluded.words`.compile(db)
    },
  })
  const write = prepared(insert, { isRawWrite: true })
  return async (db, texts) => {
    const written = isPostgres(db) ? vectorOf : (words: string[]) => words.join(' ')
    const rows = texts.map(({ id, text }) => [id, written(wordsOf(text))])
    await write(db, { rows: JSON.stringify(rows) })
  }
}

/** Removes a row from the index; a missing one is no error. */
export async function unindex(db: Db, index: TextIndex, id: string): Promise<void> {
  const isIt = isPostgres(db) ? sql`${keyOf(index)} = ${id}` : sql`rowid = cast(${id} as integer)`
  await sql`delete from ${sql.table(index.name)} where ${isIt}`.execute(db)
}

/** A row of the index, and its sort key. */
export interface Found {
  id: string
  place: string
}

/** The newest rows that match (`matchOf`), newest first, as a relation; none for null. */
export function matching(
  db: Db,
  index: TextIndex,
  match: string | null,
  { most, bounds = ALL_IDS }: { most: number; bounds?: IdBounds | undefined },
): RawBuilder<Found> {
  const { above, below } = bounds
  const table = sql.table(index.name)
  const key = keyOf(index)
  if (isPostgres(db)) {
    return sql<Found>`(select ${key} as id, ${key} as place from ${table}
      where words @@ ${match ?? ''}::tsquery and ${key} > ${above} and ${key} < ${below}
      order by ${key} desc limit ${sql.lit(most)})`
  }
  // in the order of rowid FTS5 answers row by row; for any other order it would read all matches
  return sql<Found>`(select cast(${table}.rowid as text) as id, ${table}.rowid as place
    from ${table} where ${table} match ${match ?? '""'}
    and rowid > cast(${above} as integer) and rowid < cast(${below} as integer)
    order by rowid desc limit ${sql.lit(most)})`
}

/** Whether one row, whose id the column holds, has all of the phrases (at least one): for few rows, one by one. */
export function holds(
  db: Db,
  index: TextIndex,
  id: string,
  phrases: readonly Phrase[],
): RawBuilder<SqlBool> {
  const table = sql.table(index.name)
  const isRow = isPostgres(db)
    ? sql`${table}.${keyOf(index)} = ${sql.ref(id)}`
    : sql`${table}.rowid = cast(${sql.ref(id)} as integer)`
  const match = matchOf(db, phrases)
  if (!index.byPrefix) {
    const matches = isPostgres(db)
      ? sql`${table}.words @@ ${match}::tsquery`
      : sql`${table} match ${match}`
    return sql<SqlBool>`exists (select 1 from ${table} where ${isRow} and ${matches})`
  }
  // no condition that an index could answer: it would read all other rows with such words each time
  const matches = isPostgres(db)
    ? sql`${table}.words @@ ${match}::tsquery`
    : sql.join(phrases.map(isWritten), sql` and `)
  return sql<SqlBool>`coalesce((select ${matches} from ${table} where ${isRow}), false)`
}

function isWritten({ words, prefix }: Phrase): RawBuilder<SqlBool> {
  const wanted = ` ${words.join(' ')}${prefix ? '' : ' '}`
  return sql<SqlBool>`instr(' ' || words || ' ', ${wanted}) > 0`
}

/** `'word':1,4 'next':2`: built here, so that the server's locale does not affect the words. */
function vectorOf(words: string[]): string {
  const places = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const known = places.get(word)
    if (known === undefined) places.set(word, [at + 1])
    else known.push(at + 1)
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}
