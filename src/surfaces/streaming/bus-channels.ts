import { accountsHolding, ownersHolding } from '../../features/timelines/entries.ts'
import { findPulled } from '../../features/timelines/pulled-statuses.ts'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { Channel } from '../../kernel/bus/bus.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { StreamEvent } from './events.ts'
import { namedIn } from './home.ts'
import { publishedOf } from './public.ts'
import { isBroadcast, type StatusRow, statusById } from './status-row.ts'

/**
 * Readers of a status that are told each over their own channel. With more of them most processes have a stream of
 * one, so that one message to all costs less than a message to each.
 */
const MAX_READERS = 32

/** The channels of the processes that may have a stream for an event. */
export async function channelsOf(db: Db, event: StreamEvent): Promise<readonly Channel[]> {
  switch (event.type) {
    case 'announcement.published':
    case 'announcement.reacted':
    case 'announcement.removed':
    case 'token.revoked':
      return ['all']
    case 'home.delivered':
      return readersOf(db, event)
    case 'status.created':
      return event.live ? publicChannels(db, await rowOf(db, event.statusId)) : []
    case 'status.edited':
    case 'reaction.added':
    case 'reaction.removed':
    case 'status.deleted':
      return changeChannels(db, event)
    default:
      return [`account:${event.accountId}`]
  }
}

async function changeChannels(
  db: Db,
  { type, statusId }: Extract<StreamEvent, { statusId: string }>,
): Promise<readonly Channel[]> {
  const row = await rowOf(db, statusId)
  if (row === undefined) return []
  const readers = await readersOf(db, { statusId, after: null, upTo: null })
  const named = type === 'status.deleted' ? await namedIn(db, statusId) : []
  return [
    ...new Set([...readers, ...named.map(channelOf), channelOf(row.account_id)]),
    ...(await publicChannels(db, row)),
  ]
}

async function rowOf(db: Db, id: string): Promise<StatusRow | undefined> {
  return (await statusById(db, { id }))[0]
}

function channelOf(accountId: string): Channel {
  return `account:${accountId}`
}

/**
 * Accounts that have the status in their home timeline or lists; a part of many readers is not counted, nor are
 * those who are going to pull it.
 */
async function readersOf(
  db: Db,
  { statusId, after, upTo }: { statusId: string; after: string | null; upTo: string | null },
): Promise<readonly Channel[]> {
  if (after !== null || upTo !== null || (await findPulled(db, statusId)) !== null) return ['all']
  const limit = MAX_READERS + 1
  const range = { after: BEFORE_ALL_IDS, upTo: AFTER_ALL_IDS }
  const atHome = await accountsHolding(db, { statusId, ...range, limit })
  if (atHome.length > MAX_READERS) return ['all']
  const readers = new Set([...atHome, ...(await ownersHolding(db, { statusId, limit }))])
  return readers.size > MAX_READERS ? ['all'] : [...readers].map(channelOf)
}

async function publicChannels(db: Db, row: StatusRow | undefined): Promise<readonly Channel[]> {
  if (row === undefined || !isBroadcast(row)) return []
  const { local, repliesToOther, tags } = await publishedOf(db, row)
  const timelines: Channel[] = repliesToOther ? [] : [`public:${local ? 'local' : 'remote'}`]
  return [...timelines, ...tags.map((name): Channel => `tag:${name}`)]
}
