import { Unprocessable } from '../../kernel/base/errors.ts'
import { isoTime } from '../../kernel/base/json.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { type FilterChange, updateFilter } from './filters.ts'
import { type FilterRow, getFilter, getKeyword, type KeywordRow, loadRules } from './queries.ts'
import type { FilterContext } from './tables.ts'

/**
 * A keyword in API version 1: as a filter of its own (S-118).
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
  /** id of the keyword */
  id: string
  phrase: string | undefined
  wholeWord: boolean | undefined
  context: FilterContext[] | undefined
  expiresAt: number | null | undefined
  irreversible: boolean | undefined
}

/**
 * Changes a keyword and its filter.
 * @throws Unprocessable if that would also change the filter of other keywords (S-121)
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
      'These parameters cannot be changed from this application because they apply to more than one filter keyword. Use a more recent application or the web interface.',
    )
  }
}

/** The values of the filter that would change. */
function changeOf(filter: FilterRow, asked: LegacyChange): FilterChange {
  const { context, expiresAt, irreversible } = asked
  const change: FilterChange = {}
  if (context !== undefined && !sameMembers(context, filter.context)) change.context = context
  if (expiresAt !== undefined && expiresAt !== filter.expires_at) change.expiresAt = expiresAt
  // a `blur` filter is presented as not irreversible, and stays unchanged
  if (irreversible !== undefined && irreversible !== (filter.action === 'hide')) {
    change.action = irreversible ? 'hide' : 'warn'
  }
  return change
}

function sameMembers(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one))
}
