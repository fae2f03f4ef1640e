import type { Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { WholeFilter } from './compile.ts'
import type { FilterKeywordTable, FilterStatusTable, FilterTable } from './tables.ts'

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

/** @throws NotFound if it is another account's or does not exist (S-099) */
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

/** @throws NotFound if it belongs to another account's filter or does not exist (S-106) */
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

/** @throws NotFound if it belongs to another account's filter or does not exist (S-107) */
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

/** Keywords and statuses by filter, oldest first. */
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

/** The complete filters of accounts; accounts without filters are absent. */
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
