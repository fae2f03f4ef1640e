import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared.ts'

/** A waiting delivery. */
export interface WaitingDelivery {
  id: string
  activity_id: string
  inbox_uri: string
  /** failed tries so far */
  attempts: number
  /** tries with an unknown outcome */
  begun: number
  next_at: number
  /** of the activity; null: the instance actor */
  sender_id: string | null
  /** of the activity */
  created_at: number
  /** of the activity: it also goes to servers that we no longer federate with */
  despite_block: boolean
}

export interface WaitingDeliveryOfHost extends WaitingDelivery {
  host: string
}

/** Literal, because only then the planner matches the condition of the partial index. */
const IS_WAITING = sql<SqlBool>`delivery.state = 'waiting'`

const COLUMNS = [
  'delivery.id',
  'delivery.activity_id',
  'delivery.inbox_uri',
  'delivery.attempts',
  'delivery.begun',
  'delivery.next_at',
  'activity.sender_id',
  'activity.created_at',
  'activity.despite_block',
] as const

/** The first waiting delivery of each host, due or not, and whether there are others. */
export async function firstOfHosts(
  db: Db,
  hosts: readonly string[],
): Promise<(WaitingDeliveryOfHost & { second: string | null })[]> {
  const given = jsonRows(
    db,
    { host: 'text' },
    hosts.map((host) => ({ host })),
  )
  const nth = (offset: number) =>
    sql<string>`(select waiting.id from delivery as waiting
      where waiting.host = given.host and waiting.state = 'waiting'
      order by waiting.next_at, waiting.id limit 1 offset ${sql.lit(offset)})`
  return db
    .selectFrom(given.as('given'))
    .innerJoin('delivery', (join) => join.on('delivery.id', '=', nth(0)))
    .innerJoin('outgoing_activity as activity', 'activity.id', 'delivery.activity_id')
    .select(COLUMNS)
    .select(['given.host', nth(1).as('second')])
    .execute()
}

/** Due deliveries of a host, in the order in which they are sent. */
export const dueForHost = prepared((db, p: { host: string; now: number; limit: number }) =>
  db
    .selectFrom('delivery')
    .innerJoin('outgoing_activity as activity', 'activity.id', 'delivery.activity_id')
    .where('delivery.host', '=', p.host)
    .where(IS_WAITING)
    .where('delivery.next_at', '<=', p.now)
    .select(COLUMNS)
    .orderBy('delivery.next_at')
    .orderBy('delivery.id')
    .limit(p.limit),
)

/** The changes to a delivery row after a try. */
export interface Outcome {
  id: string
  state: 'waiting' | 'accepted' | 'failed'
  next_at: number
  last_status: number | null
  last_error: string | null
}

const OUTCOME = {
  id: 'id',
  state: 'text',
  next_at: 'integer',
  last_status: 'integer',
  last_error: 'text',
} as const

export async function writeOutcomes(
  db: Db,
  outcomes: readonly Outcome[],
  now: number,
): Promise<void> {
  if (outcomes.length === 0) return
  await db
    .updateTable('delivery')
    .from(jsonRows(db, OUTCOME, outcomes).as('outcome'))
    .set((eb) => ({
      state: eb.ref('outcome.state'),
      attempts: eb('delivery.attempts', '+', 1),
      begun: 0,
      next_at: eb.ref('outcome.next_at'),
      last_status: eb.ref('outcome.last_status'),
      last_error: eb.ref('outcome.last_error'),
      updated_at: now,
    }))
    .whereRef('delivery.id', '=', 'outcome.id')
    .where(IS_WAITING)
    .execute()
}

/**
 * Marks the waiting deliveries of a host as failed.
 *
 * @param input.sparing leaves out activities that go to a server despite a block
 * @returns how many were marked, at most `limit`
 */
export async function failWaiting(
  db: Db,
  input: { host: string; error: string; now: number; limit: number; sparing?: boolean },
): Promise<number> {
  const failed = await db
    .updateTable('delivery')
    .set({ state: 'failed', last_error: input.error, updated_at: input.now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('delivery')
        .select('delivery.id')
        .where('delivery.host', '=', input.host)
        .where(IS_WAITING)
        .$if(input.sparing === true, (waiting) =>
          waiting.where('delivery.activity_id', 'in', (activities) =>
            activities
              .selectFrom('outgoing_activity')
              .select('outgoing_activity.id')
              .whereRef('outgoing_activity.id', '=', 'delivery.activity_id')
              .where('outgoing_activity.despite_block', '=', false),
          ),
        )
        .orderBy('delivery.next_at')
        .limit(input.limit),
    )
    .returning('id')
    .execute()
  return failed.length
}
