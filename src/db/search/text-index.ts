import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../../ids.ts'
import { columnTypes, isPostgres } from '../column-types.ts'
import type { Db } from '../database.ts'
import { prepared } from '../prepared.ts'
import { matchOf } from './text-query.ts'
import { type Phrase, wordsOf } from './words.ts'

/** A full-text index of the rows of one table: of FTS5 on SQLite, a table of vectors on PostgreSQL. */
export interface TextIndex {
  /** what it is called */
  name: 'status_search' | 'account_search'
  /** the table whose rows it finds */
  of: 'status' | 'account'
  /**
   * For rows that are searched at each letter that somebody types: short beginnings of words are indexed,
   * and SQLite keeps the words, as it tells only by them whether one row has a word that begins so.
   */
  byBeginnings: boolean
}

export interface IndexedText {
  id: string
  text: string
}

/** Ids that count: between the two, neither included. */
export interface IdBounds {
  above: string
  below: string
}

const ALL_IDS: IdBounds = { above: BEFORE_ALL_IDS, below: AFTER_ALL_IDS }

const keyOf = ({ of }: TextIndex) => sql.ref(`${of}_id`)

/** Makes the index, for the migration that has made the table: a row that goes takes its words along. */
export async function createTextIndex(db: Kysely<unknown>, index: TextIndex): Promise<void> {
  const { name, of, byBeginnings } = index
  if (isPostgres(db)) {
    await db.schema
      .createTable(name)
      .addColumn(`${of}_id`, columnTypes(db).id, (column) =>
        column.primaryKey().references(`${of}.id`).onDelete('cascade'),
      )
      .addColumn('words', sql`tsvector`, (column) => column.notNull())
      .execute()
    // what was written last is in the index itself, not in a list that each search would go through
    const settings = byBeginnings ? sql`with (fastupdate = off)` : sql``
    await sql`create index ${sql.ref(`${name}_words`)} on ${sql.table(name)}
      using gin (words) ${settings}`.execute(db)
    return
  }
  const kept = byBeginnings ? "columnsize=0, prefix='1 2'" : "content='', contentless_delete=1"
  await sql`create virtual table ${sql.table(name)} using fts5(
    words, ${sql.raw(kept)}, tokenize='ascii')`.execute(db)
  await sql`create trigger ${sql.ref(`${of}_unindexed`)} after delete on ${sql.table(of)} begin
    delete from ${sql.table(name)} where rowid = cast(old.id as integer);
  end`.execute(db)
}

/** What makes rows found by the words of these texts, and by no others from before. */
export function writerOf(index: TextIndex): (db: Db, texts: IndexedText[]) => Promise<void> {
  const table = sql.table(index.name)
  const write = prepared((db, p: { rows: string }) => ({
    compile() {
      if (!isPostgres(db)) {
        return sql`insert or replace into ${table} (rowid, words)
          select cast(value ->> 0 as integer), value ->> 1 from json_each(${p.rows})`.compile(db)
      }
      return sql`insert into ${table} (${keyOf(index)}, words)
        select (value ->> 0)::bigint, (value ->> 1)::tsvector from jsonb_array_elements(${p.rows}::jsonb) as value
        on conflict (${keyOf(index)}) do update set words = excluded.words`.compile(db)
    },
  }))
  return async (db, texts) => {
    const written = isPostgres(db) ? vectorOf : (words: string[]) => words.join(' ')
    const rows = texts.map(({ id, text }) => [id, written(wordsOf(text))])
    await write(db, { rows: JSON.stringify(rows) })
  }
}

/** Takes a row out of the index; one that is not in it is no error. */
export async function unindex(db: Db, index: TextIndex, id: string): Promise<void> {
  const isIt = isPostgres(db) ? sql`${keyOf(index)} = ${id}` : sql`rowid = cast(${id} as integer)`
  await sql`delete from ${sql.table(index.name)} where ${isIt}`.execute(db)
}

/** A row of the index, and what sorts it. */
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
  // in the order of rowid FTS5 answers row by row; sorted by anything else, all would be read
  return sql<Found>`(select cast(${table}.rowid as text) as id, ${table}.rowid as place
    from ${table} where ${table} match ${match ?? '""'}
    and rowid > cast(${above} as integer) and rowid < cast(${below} as integer)
    order by rowid desc limit ${sql.lit(most)})`
}

/** Whether one row, whose id the column holds, has all of the phrases, one at least: for few rows, one by one. */
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
  if (!index.byBeginnings) {
    const matches = isPostgres(db)
      ? sql`${table}.words @@ ${match}::tsquery`
      : sql`${table} match ${match}`
    return sql<SqlBool>`exists (select 1 from ${table} where ${isRow} and ${matches})`
  }
  // no condition that an index could answer: that would read all other rows with such words each time
  const matches = isPostgres(db)
    ? sql`${table}.words @@ ${match}::tsquery`
    : sql.join(phrases.map(isWritten), sql` and `)
  return sql<SqlBool>`coalesce((select ${matches} from ${table} where ${isRow}), false)`
}

function isWritten({ words, prefix }: Phrase): RawBuilder<SqlBool> {
  const wanted = ` ${words.join(' ')}${prefix ? '' : ' '}`
  return sql<SqlBool>`instr(' ' || words || ' ', ${wanted}) > 0`
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
