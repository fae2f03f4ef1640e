import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import { BEFORE_ALL_IDS } from '../../base/ids.ts'
import type { Db } from '../database.ts'
import {
  createTextIndex,
  type Found,
  holds,
  type Indexed,
  type IndexedText,
  matching,
  type TextIndex,
  unindex,
  writerOf,
} from './text-index.ts'
import { matchOf, prefixPhrasesOf } from './text-query.ts'

const ACCOUNTS: TextIndex = { name: 'account_search', of: 'account', byPrefix: true }

const ROWS_AT_ONCE = 1000

/** Creates the empty index. */
export async function createAccountSearch(db: Kysely<unknown>): Promise<void> {
  await createTextIndex(db, ACCOUNTS)
}

const write = writerOf(ACCOUNTS)

/**
 * Indexes the current row of an account and replaces its old entry. Accounts that nobody may see yet, and deleted
 * ones, are not in the index.
 */
export async function indexAccount(db: Db, id: string): Promise<void> {
  const account = await indexable(db).where('id', '=', id).executeTakeFirst()
  if (account === undefined) await unindex(db, ACCOUNTS, id)
  else await write(db, [account])
}

/** Indexes all accounts of a database without an index of them. */
export async function indexAllAccounts(db: Db): Promise<void> {
  let after: string | null = BEFORE_ALL_IDS
  while (after !== null) after = (await indexAccountsAfter(db, after)).last
}

/** Indexes the next accounts by id; `last` is null after the last one. */
export async function indexAccountsAfter(db: Db, after: string): Promise<Indexed> {
  const rows: IndexedText[] = await indexable(db)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
  await write(db, rows)
  return { count: rows.length, last: rows.at(-1)?.id ?? null }
}

function indexable(db: Db) {
  return db
    .selectFrom('account')
    .select(['id', 'search_text as text'])
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
}

/**
 * Prefixes of words of accounts: a found account contains each of these texts, whose last word may be
 * incomplete.
 */
export interface PrefixQuery {
  /** the newest matching accounts, at most `most`, newest first */
  newest(db: Db, most: number): RawBuilder<Found>
  /** whether the account whose id the column holds matches: for few accounts, one by one */
  areIn(db: Db, id: string): RawBuilder<SqlBool>
}

/** @returns null if no text has a letter or digit */
export function readPrefixQuery(texts: readonly string[]): PrefixQuery | null {
  const phrases = prefixPhrasesOf(texts)
  if (phrases.length === 0) return null
  return {
    newest: (db, most) => matching(db, ACCOUNTS, matchOf(db, phrases), { most }),
    areIn: (db, id) => holds(db, ACCOUNTS, id, phrases),
  }
}
