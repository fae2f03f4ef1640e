import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { type JsonText, jsonList, jsonObject } from '../../../kernel/base/json.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import type { StatusRow } from '../queries.ts'
import { ancestorIds } from './ancestors.ts'
import { repliesBelow } from './replies-below.ts'
import { type Asking, renderListedStatuses } from './serializer.ts'
import { type ListedStatus, selectListedStatusesFor } from './status-rows.ts'
import { visibleTo, wantedBy } from './visibility.ts'

interface Limits {
  ancestors: number
  descendants: number
  depth: number
  /** of all statuses together (A62): a usual status takes 2 KiB */
  bytes: number
}
const MIB = 1024 * 1024
const ANONYMOUS: Limits = { ancestors: 40, descendants: 60, depth: 20, bytes: MIB }
const SIGNED_IN: Limits = { ancestors: 4096, descendants: 4096, depth: 4096, bytes: 10 * MIB }
/**
 * From this number of statuses on, a thread counts as long; long threads have a rate limit of their
 * own.
 */
const LONG = 200
/**
 * Bytes of JSON rendered in one turn of the event loop, and bytes of a status besides its content.
 */
const AT_ONCE = MIB
const USUAL = 1500

/**
 * Renders the thread around a status: ancestors oldest first, descendants depth first, without
 * statuses that the viewer may not see or does not want (S-220 to S-223). Beyond the byte limit,
 * the ancestors nearest to the status and the first descendants remain.
 *
 * @param onLong called before the expensive work; may throw
 * @see https://docs.joinmastodon.org/methods/statuses/#context
 */
export async function renderContext(
  app: Rendering,
  asking: Asking,
  status: StatusRow,
  onLong: () => Promise<void> = async () => {},
): Promise<JsonText> {
  const limits = asking === null ? ANONYMOUS : SIGNED_IN
  const [above, below] = await Promise.all([
    ancestorIds(app.db, status, limits.ancestors),
    descendants[asking === null ? 'forAnybody' : 'forViewer'](app.db, status.id),
  ])
  const ordered = depthFirst(below, status)
  if (above.length + ordered.length > LONG) await onLong()
  const listed = await threadStatuses(app, asking, [...above, ...ordered])
  const shown = (ids: string[]) =>
    ids.map((id) => listed.get(id)).filter((row) => row !== undefined)
  const ancestors = shown(above)
  // ancestors nearest to the status first; a thread has no reblogs, so every row yields a text
  const kept = await renderWithin(
    app,
    asking,
    [...ancestors.toReversed(), ...shown(ordered)],
    limits.bytes,
  )
  return jsonObject({
    ancestors: jsonList(kept.slice(0, ancestors.length).reverse()),
    descendants: jsonList(kept.slice(ancestors.length)),
  })
}

/** The first statuses that fit into the byte limit. */
async function renderWithin(
  app: Rendering,
  asking: Asking,
  listed: readonly ThreadStatus[],
  room: number,
): Promise<JsonText[]> {
  const texts: JsonText[] = []
  let bytes = 0
  for (let at = 0; at < listed.length; ) {
    if (at > 0) await nextTurn()
    const slice = firstSlice(listed, at)
    for (const text of await renderListedStatuses(app, asking, slice)) {
      bytes += Buffer.byteLength(text)
      if (bytes > room) return texts
      texts.push(text)
    }
    at += slice.length
  }
  return texts
}

/** Statuses rendered in one turn of the event loop; at least one. */
function firstSlice(listed: readonly ThreadStatus[], from: number): ThreadStatus[] {
  let bytes = 0
  const end = listed.findIndex((row, at) => {
    if (at < from) return false
    bytes += row.size + USUAL
    return at > from && bytes > AT_ONCE
  })
  return listed.slice(from, end < 0 ? undefined : end)
}

interface ThreadStatus extends ListedStatus {
  /** bytes of the content; both databases compute them without reading the content */
  size: number
}

interface Wanted {
  ids: readonly string[]
  viewerId: string
  /** ms since 1970 */
  now: number
}

const threadRows = {
  forAnybody: prepared((db, p: Wanted) => wantedRows(db, null, p)),
  forViewer: prepared((db, p: Wanted) => wantedRows(db, p.viewerId, p)),
}

function wantedRows(db: Db, viewerId: string | null, { ids, now }: Wanted) {
  return selectListedStatusesFor(db, viewerId)
    .select(sql<number>`octet_length(status.content)`.as('size'))
    .where(idIn(db, 'status.id', ids))
    .where((eb) => eb.and([visibleTo(eb, viewerId), wantedBy(eb, viewerId, now)]))
}

async function threadStatuses(
  app: Rendering,
  asking: Asking,
  ids: string[],
): Promise<Map<string, ThreadStatus>> {
  const shape = asking === null ? 'forAnybody' : 'forViewer'
  const wanted = { ids, viewerId: asking?.id ?? '', now: app.clock() }
  const rows: ThreadStatus[] = await threadRows[shape](app.db, wanted)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Reply {
  id: string
  in_reply_to_id: string
  account_id: string
}

const descendants = {
  forAnybody: descendantsWithin(ANONYMOUS),
  forViewer: descendantsWithin(SIGNED_IN),
}

function descendantsWithin(limits: Limits) {
  const rowsBelow = prepared((db, p: { statusId: string }) =>
    db
      .selectFrom(repliesBelow(db, p.statusId, limits).as('below'))
      .crossJoin('status')
      .whereRef('status.id', '=', 'below.id')
      .select(['status.id', 'status.in_reply_to_id', 'status.account_id']),
  )
  return async (db: Db, statusId: string) => (await rowsBelow(db, { statusId })) as Reply[]
}

/**
 * Depth first; the author's own replies to the author's posts come before the replies of others
 * (S-223).
 */
function depthFirst(replies: readonly Reply[], root: StatusRow): string[] {
  const children = Map.groupBy(replies, (reply) => reply.in_reply_to_id)
  const authors = new Map([[root.id, root.account_id]])
  for (const reply of replies) authors.set(reply.id, reply.account_id)
  const result: string[] = []
  const pending = [...orderedChildren(root.id)].reverse()
  while (pending.length > 0) {
    const next = pending.pop()!
    result.push(next.id)
    pending.push(...orderedChildren(next.id).reverse())
  }
  return result

  function orderedChildren(id: string): Reply[] {
    const all = (children.get(id) ?? []).sort((a, b) => (a.id < b.id ? -1 : 1))
    const own = (reply: Reply) =>
      reply.account_id === root.account_id && authors.get(id) === root.account_id
    return [...all.filter(own), ...all.filter((reply) => !own(reply))]
  }
}
