import { sql } from 'kysely'
import { isPostgres } from '../../src/kernel/db/column-types.ts'
import type { Db } from '../../src/kernel/db/database.ts'
import { wordsOf } from '../../src/kernel/db/search/words.ts'

/** The words by which each account is found, by its id. */
export async function indexedWords(db: Db): Promise<Map<string, string>> {
  const query = isPostgres(db)
    ? sql<Row>`select account_id::text as id, (
        select string_agg(word.lexeme, ' ' order by place) from unnest(words) as word, unnest(word.positions) as place
      ) as words from account_search`
    : sql<Row>`select cast(rowid as text) as id, words from account_search`
  const { rows } = await query.execute(db)
  return new Map(rows.map(({ id, words }) => [id, words] as const).toSorted(byId))
}

interface Row {
  id: string
  words: string
}

/** The words by which each account should be found: of all who were seen and are there. */
export async function wantedWords(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'display_name'])
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const words = rows.map(
    ({ id, username, display_name }) =>
      [id, wordsOf(`${username} ${display_name}`).join(' ')] as const,
  )
  return new Map(words.toSorted(byId))
}

function byId([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1
}
