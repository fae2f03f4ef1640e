import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import type { DeliveryTable } from '../tables.ts'

export interface DeliveryCounts {
  accepted: number
  waiting: number
  failed: number
}

/** Counts the deliveries of a status by state, for the last seven days. */
export async function countDeliveries(db: Db, statusId: string): Promise<DeliveryCounts> {
  const counts = await db
    .selectFrom('outgoing_activity as activity')
    .innerJoin('delivery', 'delivery.activity_id', 'activity.id')
    .select(['delivery.state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('activity.status_id', '=', statusId)
    .groupBy('delivery.state')
    .execute()
  const all: DeliveryCounts = { accepted: 0, waiting: 0, failed: 0 }
  for (const { state, count } of counts) all[state] = count
  return all
}

export type ReportedDelivery = Pick<
  Selectable<DeliveryTable>,
  'id' | 'host' | 'state' | 'attempts' | 'last_status' | 'last_error' | 'next_at' | 'updated_at'
> & {
  /** of the activity, such as `Create` */
  type: string
}

/** A page of these deliveries, newest first. A waiting delivery is not tried before `next_at`. */
export async function deliveriesPage(
  db: Db,
  statusId: string,
  page: Page,
): Promise<ReportedDelivery[]> {
  const query = db
    .selectFrom('outgoing_activity as activity')
    .innerJoin('delivery', 'delivery.activity_id', 'activity.id')
    .leftJoin('peer_host', 'peer_host.host', 'delivery.host')
    .select([
      'delivery.id',
      'delivery.host',
      'delivery.state',
      'delivery.attempts',
      'delivery.last_status',
      'delivery.last_error',
      'delivery.updated_at',
      'activity.type',
    ])
    .select(
      sql<number>`case when peer_host.next_try_at > delivery.next_at
        then peer_host.next_try_at else delivery.next_at end`.as('next_at'),
    )
    .where('activity.status_id', '=', statusId)
  return fetchPage(query, 'delivery.id', page)
}
