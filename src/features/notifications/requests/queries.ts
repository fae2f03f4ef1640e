import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { Schema } from '../../../kernel/db/schema.ts'
import { accountStays } from '../../accounts/predicates.ts'
import type { NotificationRequestTable } from '../tables.ts'
import { REQUESTING } from '../types.ts'

/** Counts stop here: clients do not distinguish larger numbers (S-256). */
const COUNTED = 100

type Builder = ExpressionBuilder<Schema, 'notification_request'>

/** A sender's filtered notifications that can be replied to. */
function waiting(eb: Builder) {
  return eb
    .selectFrom('notification')
    .whereRef('notification.account_id', '=', 'notification_request.account_id')
    .whereRef('notification.from_account_id', '=', 'notification_request.from_account_id')
    .where(sql<boolean>`notification.filtered`)
    .where('notification.type', 'in', REQUESTING)
}

function countOf(eb: Builder) {
  const counted = waiting(eb).select('notification.id').limit(COUNTED).as('counted')
  return eb.selectFrom(counted).select((inner) => inner.fn.countAll<number>().as('count'))
}

/**
 * Requests that an account can decide on; without suspended senders and without requests that have
 * no filtered notifications left.
 */
function pending(db: Db, accountId: string) {
  return db
    .selectFrom('notification_request')
    .innerJoin('account as sender', 'sender.id', 'notification_request.from_account_id')
    .where('notification_request.account_id', '=', accountId)
    .where(accountStays('sender'))
    .where((eb) => eb.exists(waiting(eb as never).select('notification.id')))
}

export type Request = Selectable<NotificationRequestTable> & { count: number }

function counted(db: Db, accountId: string) {
  return pending(db, accountId)
    .selectAll('notification_request')
    .select((eb) => countOf(eb as never).as('count'))
    .$castTo<Request>()
}

export async function pageOfRequests(db: Db, accountId: string, page: Page): Promise<Request[]> {
  return fetchPage(counted(db, accountId), 'notification_request.id', page)
}

export async function findRequest(db: Db, accountId: string, id: string): Promise<Request | null> {
  const row = await counted(db, accountId)
    .where('notification_request.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Number of pending requests and of their notifications; exact up to 100 (S-256). */
export async function summarize(db: Db, accountId: string) {
  const requests = counted(db, accountId).limit(COUNTED).as('requests')
  const row = await db
    .selectFrom(requests)
    .select((eb) => [
      eb.fn.countAll<number>().as('requests'),
      sql<number>`coalesce(sum(${sql.ref('requests.count')}), 0)`.as('notifications'),
    ])
    .executeTakeFirstOrThrow()
  return {
    pending_requests_count: Number(row.requests),
    pending_notifications_count: Number(row.notifications),
  }
}

/** Whether all accepted notifications are merged into the list. */
export async function isMerged(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_merge')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}
