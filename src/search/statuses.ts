import { type ExpressionBuilder, sql } from 'kysely'
import type { App } from '../app.ts'
import type { Schema } from '../db/schema.ts'
import { searchStatuses as matching } from '../db/search.ts'
import { visibleTo, wantedBy } from '../statuses/visibility.ts'
import { readTextQuery } from './text-query.ts'

type Builder = ExpressionBuilder<Schema, 'status' | 'account'>

export interface StatusSearch {
  text: string
  limit: number
  offset: number
  /** only by this account */
  accountId: string | null
  minId: string | null
  maxId: string | null
}

/**
 * Finds statuses by their words, newest first: among those that the viewer may see and wants, one's own, those
 * one is named in or has marked, and the public ones of people who let themselves be found.
 *
 * @returns ids
 */
export async function searchStatuses(
  app: Pick<App, 'slowDb' | 'clock'>,
  viewerId: string,
  search: StatusSearch,
): Promise<string[]> {
  const query = readTextQuery(search.text)
  if (query.all.length === 0) return []
  const rows = await matching(app.slowDb, query)
    .innerJoin('account', 'account.id', 'status.account_id')
    .select('status.id')
    .where('status.reblog_of_id', 'is', null)
    .where((eb) => visibleTo(eb as unknown as Builder, viewerId))
    .where((eb) => wantedBy(eb as unknown as Builder, viewerId, app.clock()))
    .where((eb) => findable(eb as unknown as Builder, viewerId))
    .$if(search.accountId !== null, (q) => q.where('status.account_id', '=', search.accountId))
    .$if(search.minId !== null, (q) => q.where('status.id', '>', search.minId))
    .$if(search.maxId !== null, (q) => q.where('status.id', '<', search.maxId))
    .limit(search.limit)
    .offset(search.offset)
    .execute()
  return rows.map((row) => row.id)
}

function findable(eb: Builder, viewerId: string) {
  const marked = (table: 'favourite' | 'bookmark' | 'mention') =>
    eb.exists(
      eb
        .selectFrom(table as 'mention')
        .select(sql.lit(1).as('one'))
        .whereRef(`${table}.status_id` as 'mention.status_id', '=', 'status.id')
        .where(`${table}.account_id` as 'mention.account_id', '=', viewerId),
    )
  return eb.or([
    eb('status.account_id', '=', viewerId),
    eb.and([eb('status.visibility', '=', 'public'), eb('account.indexable', '=', true)]),
    marked('mention'),
    marked('favourite'),
    marked('bookmark'),
  ])
}
