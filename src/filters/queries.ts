import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { FilterKeywordTable, FilterStatusTable, FilterTable } from '../db/schema.ts'
import { NotFound } from '../errors.ts'
import type { WholeFilter } from './compile.ts'

export type FilterRow = Selectable<FilterTable>
export type KeywordRow = Selectable<FilterKeywordTable>
export type FilterStatusRow = Selectable<FilterStatusTable>

const filtersOf = prepared((db, p: { accountIds: readonly string[] }) =>
  db
    .selectFrom('filter')
    .selectAll()
    .where(idIn(db, 'account_id', p.accountIds))
    .orderBy('id'),
)

const keywordsIn = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('filter_keyword')
    .selectAll()
    .where(idIn(db, 'filter_id', p.ids))
    .orderBy('id'),
)

const statusesIn = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('filter_status')
    .selectAll()
    .where(idIn(db, 'filter_id', p.ids))
    .orderBy('id'),
)

/** All filters of an account, oldest first. */
export async function findFilters(db: Db, accountId: string): Promise<FilterRow[]> {
  return filtersOf(db, { accountIds: [accountId] })
}

/** @throws NotFound if it is another's or nobody's (S-099) */
export async function getFilter(db: Db, accountId: string, id: string): Promise<FilterRow> {
  const row = await db
    .selectFrom('filter')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @throws NotFound if it belongs to another's filter or to none (S-106) */
export async function getKeyword(db: Db, accountId: string, id: string): Promise<KeywordRow> {
  const row = await db
    .selectFrom('filter_keyword')
    .innerJoin('filter', 'filter.id', 'filter_keyword.filter_id')
    .selectAll('filter_keyword')
    .where('filter_keyword.id', '=', id)
    .where('filter.account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** @throws NotFound if it belongs to another's filter or to none (S-107) */
export async function getFilterStatus(
  db: Db,
  accountId: string,
  id: string,
): Promise<FilterStatusRow> {
  const row = await db
    .selectFrom('filter_status')
    .innerJoin('filter', 'filter.id', 'filter_status.filter_id')
    .selectAll('filter_status')
    .where('filter_status.id', '=', id)
    .where('filter.account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/** What filters look for, by filter, oldest first. */
export async function loadRules(
  db: Db,
  filters: readonly FilterRow[],
): Promise<{ keywords: Map<string, KeywordRow[]>; statuses: Map<string, FilterStatusRow[]> }> {
  const ids = filters.map((filter) => filter.id)
  const [keywords, statuses] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([keywordsIn(db, { ids }), statusesIn(db, { ids })])
  return {
    keywords: Map.groupBy(keywords, (row) => row.filter_id),
    statuses: Map.groupBy(statuses, (row) => row.filter_id),
  }
}

/** All that some accounts filter; who filters nothing is absent. */
export async function loadWholeFilters(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, WholeFilter[]>> {
  const filters = await filtersOf(db, { accountIds })
  const { keywords, statuses } = await loadRules(db, filters)
  const whole = ({ id, title, context, action, expires_at: expiresAt }: FilterRow) => ({
    ...{ id, title, context, action, expiresAt },
    keywords: (keywords.get(id) ?? []).map((row) => ({
      keyword: row.keyword,
      wholeWord: row.whole_word,
    })),
    statusIds: (statuses.get(id) ?? []).map((row) => row.status_id),
  })
  const byAccount = Map.groupBy(filters, (filter) => filter.account_id)
  return new Map([...byAccount].map(([id, own]) => [id, own.map(whole)]))
}
