import { sql } from 'kysely'
import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { isLonger } from './length.ts'

const MAX_KEYWORD = 512
/** maximum per account, in all its filters */
export const MAX_KEYWORDS = 2_000
/** maximum of characters of all keywords per account: limits the memory of compiled filters */
const MAX_LETTERS = 100_000

/** An entry of `keywords_attributes`. */
export interface KeywordChange {
  /** null: a new one */
  id: string | null
  /** undefined: unchanged; empty for a new one */
  keyword: string | undefined
  /** undefined: unchanged; true for a new one (S-094) */
  wholeWord: boolean | undefined
  remove: boolean
}

/**
 * Adds, edits and removes keywords of a filter; the caller has checked that it is the account's.
 * @returns the ids of the remaining ones, in the order of the changes
 * @throws NotFound for an id that no keyword of this filter has (S-100)
 * @throws ValidationFailed for a blank or too long keyword, or too many
 */
export async function changeKeywords(
  tx: Tx,
  input: { accountId: string; filterId: string; changes: readonly KeywordChange[] },
): Promise<string[]> {
  const { accountId, filterId, changes } = input
  if (changes.length === 0) return []
  if (changes.length > MAX_KEYWORDS) throw tooMany()
  const ids: string[] = []
  for (const { id, keyword, wholeWord, remove } of changes) {
    if (id === null) ids.push(await insertKeyword(tx, { filterId, keyword, wholeWord }))
    else if (remove) await removeKeyword(tx, { filterId, id })
    else {
      await updateKeyword(tx, { filterId, id, keyword, wholeWord })
      ids.push(id)
    }
  }
  if (ids.length > 0) await checkRoom(tx, accountId)
  return ids
}

interface Keyword {
  filterId: string
  keyword: string | undefined
  wholeWord: boolean | undefined
}

async function insertKeyword(tx: Tx, { filterId, keyword, wholeWord }: Keyword): Promise<string> {
  const id = tx.newId()
  await tx.db
    .insertInto('filter_keyword')
    .values({
      id,
      filter_id: filterId,
      keyword: checked(keyword ?? ''),
      whole_word: wholeWord ?? true,
      created_at: tx.now,
    })
    .execute()
  return id
}

async function updateKeyword(tx: Tx, { id, ...given }: Keyword & { id: string }): Promise<void> {
  const { filterId, keyword, wholeWord } = given
  const changed = await tx.db
    .updateTable('filter_keyword')
    .set((eb) => ({
      keyword: keyword === undefined ? eb.ref('keyword') : checked(keyword),
      whole_word: wholeWord === undefined ? eb.ref('whole_word') : wholeWord,
    }))
    .where('id', '=', id)
    .where('filter_id', '=', filterId)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) throw new NotFound()
}

async function removeKeyword(
  tx: Tx,
  { filterId, id }: { filterId: string; id: string },
): Promise<void> {
  const removed = await tx.db
    .deleteFrom('filter_keyword')
    .where('id', '=', id)
    .where('filter_id', '=', filterId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new NotFound()
}

async function checkRoom(tx: Tx, accountId: string): Promise<void> {
  const { count, letters } = await tx.db
    .selectFrom('filter_keyword')
    .innerJoin('filter', 'filter.id', 'filter_keyword.filter_id')
    .where('filter.account_id', '=', accountId)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum(length(filter_keyword.keyword))`.as('letters'),
    ])
    .executeTakeFirstOrThrow()
  if (count > MAX_KEYWORDS || letters > MAX_LETTERS) {
    throw tooMany()
  }
}

function tooMany(): ValidationFailed {
  return new ValidationFailed(
    said('Keywords are too many (maximum is {max}, and {letters} characters together)', {
      max: MAX_KEYWORDS,
      letters: MAX_LETTERS,
    }),
  )
}

function checked(keyword: string): string {
  if (keyword.trim() === '') throw new ValidationFailed("Keyword can't be blank")
  if (isLonger(keyword, MAX_KEYWORD)) {
    throw new ValidationFailed(
      said('Keyword is too long (maximum is {max} characters)', { max: MAX_KEYWORD }),
    )
  }
  return keyword
}
