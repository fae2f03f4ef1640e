import type { FilterContext } from '../db/schema.ts'
import { Unprocessable } from '../errors.ts'
import { isoTime } from '../json.ts'
import type { Tx } from '../transact.ts'
import { type FilterChange, updateFilter } from './filters.ts'
import { type FilterRow, getFilter, getKeyword, type KeywordRow, loadRules } from './queries.ts'

/**
 * A keyword as the first version of the interface shows it: as a filter of its own (S-118).
 * @see https://docs.joinmastodon.org/entities/V1_Filter/
 */
export function presentLegacy(filter: FilterRow, { id, keyword, whole_word }: KeywordRow) {
  return {
    id,
    phrase: keyword,
    context: filter.context,
    whole_word,
    expires_at: filter.expires_at === null ? null : isoTime(filter.expires_at),
    irreversible: filter.action === 'hide',
  }
}

interface LegacyChange {
  accountId: string
  /** of the keyword */
  id: string
  phrase: string | undefined
  wholeWord: boolean | undefined
  context: FilterContext[] | undefined
  expiresAt: number | null | undefined
  irreversible: boolean | undefined
}

/**
 * Changes a keyword and the filter that it is in.
 * @throws Unprocessable if that would change the filter of other keywords too (S-121)
 */
export async function updateLegacy(tx: Tx, input: LegacyChange): Promise<void> {
  const { accountId, id, phrase, wholeWord } = input
  const keyword = await getKeyword(tx.db, accountId, id)
  const filter = await getFilter(tx.db, accountId, keyword.filter_id)
  const change = changeOf(filter, input)
  await updateFilter(tx, {
    accountId,
    id: filter.id,
    change,
    keywords: [{ id, keyword: phrase, wholeWord, remove: false }],
  })
  if (Object.keys(change).length === 0) return
  const { keywords } = await loadRules(tx.db, [filter])
  if ((keywords.get(filter.id) ?? []).length > 1) {
    throw new Unprocessable(
      'These parameters belong to a filter with several keywords; change it in a newer app',
    )
  }
}

/** What of the filter would be another than it is. */
function changeOf(filter: FilterRow, asked: LegacyChange): FilterChange {
  const { context, expiresAt, irreversible } = asked
  const change: FilterChange = {}
  if (context !== undefined && !sameMembers(context, filter.context)) change.context = context
  if (expiresAt !== undefined && expiresAt !== filter.expires_at) change.expiresAt = expiresAt
  // a filter that blurs reads as one that is not irreversible, and stays what it is
  if (irreversible !== undefined && irreversible !== (filter.action === 'hide')) {
    change.action = irreversible ? 'hide' : 'warn'
  }
  return change
}

function sameMembers(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}
