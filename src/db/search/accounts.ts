import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import { BEFORE_ALL_IDS } from '../../ids.ts'
import type { Db } from '../database.ts'
import {
  createTextIndex,
  type Found,
  holds,
  type IndexedText,
  matching,
  type TextIndex,
  unindex,
  writerOf,
} from './text-index.ts'
import { beginningsOf, matchOf } from './text-query.ts'

const ACCOUNTS: TextIndex = { name: 'account_search', of: 'account', byBeginnings: true }

const ROWS_AT_ONCE = 1000

/** Makes the index, without any account in it. */
export async function createAccountSearch(db: Kysely<unknown>): Promise<void> {
  await createTextIndex(db, ACCOUNTS)
}

const write = writerOf(ACCOUNTS)

/**
 * Makes an account found by what its row holds now, and by nothing from before. Whom nobody may see yet
 * and who is gone is not in the index.
 */
export async function indexAccount(db: Db, id: string): Promise<void> {
  const account = await indexable(db).where('id', '=', id).executeTakeFirst()
  if (account === undefined) await unindex(db, ACCOUNTS, id)
  else await write(db, [account])
}

/** Makes all accounts found that are in a database without an index of them. */
export async function indexAllAccounts(db: Db): Promise<void> {
  for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
    const rows: IndexedText[] = await indexable(db)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    await write(db, rows)
    after = rows.at(-1)?.id ?? null
  }
}

function indexable(db: Db) {
  return db
    .selectFrom('account')
    .select(['id', 'search_text as text'])
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
}

/**
 * What begins words of accounts: in each account that is found each of these texts does, its last word
 * going on as it may.
 */
export interface Beginnings {
  /** the newest of them, at most so many, newest first */
  newest(db: Db, most: number): RawBuilder<Found>
  /** whether it is so for the account whose id the column holds: for few accounts, one by one */
  areIn(db: Db, id: string): RawBuilder<SqlBool>
}

/** @returns null if no text has a letter or digit */
export function readBeginnings(texts: readonly string[]): Beginnings | null {
  const phrases = beginningsOf(texts)
  if (phrases.length === 0) return null
  return {
    newest: (db, most) => matching(db, ACCOUNTS, matchOf(db, phrases), { most }),
    areIn: (db, id) => holds(db, ACCOUNTS, id, phrases),
  }
}
