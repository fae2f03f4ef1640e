import type { Config } from '../../base/config.ts'
import type { Tx } from '../../core/tx.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { canonicalOrigin } from '../../net/origin.ts'
import type { Document } from '../as2.ts'
import { typesOf } from '../as2.ts'
import { withContext } from '../context.ts'
import { scheduleHosts } from './hosts.ts'

/** An activity to deliver. */
export interface Outgoing {
  /** local account, or null for the instance actor */
  senderId: string | null
  /** `@context` is added if missing */
  activity: Document
  /** recipient inboxes; duplicates count once, our own are left out */
  inboxes: readonly string[]
  /** status that the activity is about, for the delivery report */
  statusId?: string
  /** for followers: the request carries the header of FEP-8fcf */
  synchronize?: boolean
  /** also goes to a server that we no longer federate with */
  despiteBlock?: boolean
}

/** rows in one statement, so that no statement holds the database for long */
const ROWS_AT_ONCE = 500

interface Destination {
  host: string
  inboxUri: string
}

/**
 * Queues an activity in this transaction; without recipients it writes nothing. Activities of one sender
 * arrive at a host in the order of their transactions (see `host-work.ts`).
 */
export async function enqueueDelivery(tx: Tx, outgoing: Outgoing): Promise<void> {
  const destinations = destinationsOf(tx.config, outgoing.inboxes)
  if (destinations.length === 0) return
  const activityId = await insertActivity(tx, outgoing)
  for (let from = 0; from < destinations.length; from += ROWS_AT_ONCE) {
    await insertDeliveries(tx, activityId, destinations.slice(from, from + ROWS_AT_ONCE))
  }
  const hosts = [...new Set(destinations.map(({ host }) => host))].sort()
  for (let from = 0; from < hosts.length; from += ROWS_AT_ONCE) {
    await scheduleHosts(tx.db, hosts.slice(from, from + ROWS_AT_ONCE), tx.now)
  }
  tx.emit({ type: 'deliveries.due' })
}

/** Leaves out inboxes that are not addresses on another server: they cannot be delivered. */
function destinationsOf({ origin }: Config, inboxes: readonly string[]): Destination[] {
  return [...new Set(inboxes)].flatMap((inboxUri) => {
    const inboxOrigin = canonicalOrigin(inboxUri)
    if (inboxOrigin === null || inboxOrigin === origin) return []
    return [{ host: inboxOrigin.slice(inboxOrigin.indexOf('//') + 2), inboxUri }]
  })
}

async function insertActivity(tx: Tx, outgoing: Outgoing): Promise<string> {
  const { senderId, activity, statusId = null } = outgoing
  const { synchronize = false, despiteBlock = false } = outgoing
  const id = tx.newId()
  await tx.db
    .insertInto('outgoing_activity')
    .values({
      id,
      sender_id: senderId,
      status_id: statusId,
      type: typesOf(activity)[0] ?? 'Activity',
      body: JSON.stringify(withContext(activity)),
      synchronize,
      despite_block: despiteBlock,
      created_at: tx.now,
    })
    .execute()
  return id
}

async function insertDeliveries(
  tx: Tx,
  activityId: string,
  destinations: readonly Destination[],
): Promise<void> {
  const rows = destinations.map(({ host, inboxUri }) => ({
    id: tx.newId(),
    activity_id: activityId,
    host,
    inbox_uri: inboxUri,
    state: 'waiting' as const,
    attempts: 0,
    next_at: tx.now,
    updated_at: tx.now,
  }))
  const given = jsonRows(tx.db, COLUMNS, rows)
  await tx.db
    .insertInto('delivery')
    .columns(COLUMN_NAMES)
    .expression(tx.db.selectFrom(given.as('given')).select(COLUMN_NAMES))
    .execute()
}

const COLUMNS = {
  id: 'id',
  activity_id: 'id',
  host: 'text',
  inbox_uri: 'text',
  state: 'text',
  attempts: 'integer',
  next_at: 'integer',
  updated_at: 'integer',
} as const
const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]
