import { isoTime } from '../../kernel/base/json.ts'
import type { Db } from '../../kernel/db/database.ts'
import {
  type FilterRow,
  type FilterStatusRow,
  findFilters,
  getFilter,
  type KeywordRow,
  loadRules,
} from './queries.ts'

/**
 * All filters of an account with keywords and statuses, oldest first (S-096).
 * @see https://docs.joinmastodon.org/entities/Filter/
 */
export async function renderFilters(db: Db, accountId: string) {
  return present(db, await findFilters(db, accountId))
}

/** As `renderFilters`, for one filter. @throws NotFound if it is another account's */
export async function renderFilter(db: Db, accountId: string, id: string) {
  const [entity] = await present(db, [await getFilter(db, accountId, id)])
  return entity
}

async function present(db: Db, filters: readonly FilterRow[]) {
  const { keywords, statuses } = await loadRules(db, filters)
  return filters.map((filter) => ({
    id: filter.id,
    title: filter.title,
    context: filter.context,
    expires_at: filter.expires_at === null ? null : isoTime(filter.expires_at),
    filter_action: filter.action,
    keywords: (keywords.get(filter.id) ?? []).map(presentKeyword),
    statuses: (statuses.get(filter.id) ?? []).map(presentFilterStatus),
  }))
}

/** @see https://docs.joinmastodon.org/entities/FilterKeyword/ */
export function presentKeyword({ id, keyword, whole_word }: KeywordRow) {
  return { id, keyword, whole_word }
}

/** @see https://docs.joinmastodon.org/entities/FilterStatus/ */
export function presentFilterStatus({ id, status_id }: FilterStatusRow) {
  return { id, status_id }
}
