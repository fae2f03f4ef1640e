import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Rendering } from '../accounts/serializer.ts'
import type { Db } from '../db/database.ts'
import { idValue } from '../db/expressions.ts'
import { idIn } from '../db/id-in.ts'
import { type JsonText, jsonList, jsonObject } from '../json.ts'
import { type StatusHead, selectHeadsFor } from './heads.ts'
import type { StatusRow } from './queries.ts'
import { type Asking, renderHeads } from './serializer.ts'
import { visibleTo, wantedBy } from './visibility.ts'

interface Limits {
  ancestors: number
  descendants: number
  depth: number
  /** of all statuses together (A62): usual ones take 2 KiB each */
  bytes: number
}
const MIB = 1024 * 1024
const ANONYMOUS: Limits = { ancestors: 40, descendants: 60, depth: 20, bytes: MIB }
const SIGNED_IN: Limits = { ancestors: 4096, descendants: 4096, depth: 4096, bytes: 10 * MIB }
/** Statuses from which on a thread is a long one, of which somebody may ask for so many in a while. */
const LONG = 200
/** Bytes of JSON that are rendered in one turn, and how many a status has besides its content. */
const AT_ONCE = MIB
const USUAL = 1500

/**
 * Renders the thread around a status: ancestors oldest first, descendants depth first, without
 * those that the viewer may not or does not want to see (S-220 to S-223). Where there is no room for all,
 * the ancestors that are next to the status and the first descendants are there.
 *
 * @param onLong called before much work is done; may throw
 * @see https://docs.joinmastodon.org/methods/statuses/#context
 */
export async function renderContext(
  app: Rendering,
  asking: Asking,
  status: StatusRow,
  onLong: () => void = () => {},
): Promise<JsonText> {
  const limits = asking === null ? ANONYMOUS : SIGNED_IN
  const [above, below] = await Promise.all([
    ancestorIds(app.db, status, limits),
    descendants(app.db, status.id, limits),
  ])
  const ordered = depthFirst(below, status)
  if (above.length + ordered.length > LONG) onLong()
  const heads = await threadHeads(app, asking, [...above, ...ordered])
  const shown = (ids: string[]) =>
    ids.map((id) => heads.get(id)).filter((head) => head !== undefined)
  const ancestors = shown(above)
  // those next to the status first; nothing in a thread is a reblog, so every head becomes a text
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

/** The first of these statuses that there is room for. */
async function renderWithin(
  app: Rendering,
  asking: Asking,
  heads: readonly ThreadHead[],
  room: number,
): Promise<JsonText[]> {
  const texts: JsonText[] = []
  let bytes = 0
  for (let at = 0; at < heads.length; ) {
    if (at > 0) await nextTurn()
    const slice = firstSlice(heads, at)
    for (const text of await renderHeads(app, asking, slice)) {
      bytes += Buffer.byteLength(text)
      if (bytes > room) return texts
      texts.push(text)
    }
    at += slice.length
  }
  return texts
}

/** Statuses rendered in one turn of the event loop: one at least. */
function firstSlice(heads: readonly ThreadHead[], from: number): ThreadHead[] {
  let bytes = 0
  const end = heads.findIndex((head, at) => {
    if (at < from) return false
    bytes += head.size + USUAL
    return at > from && bytes > AT_ONCE
  })
  return heads.slice(from, end < 0 ? undefined : end)
}

interface ThreadHead extends StatusHead {
  /** bytes of its content, which both databases tell without reading it */
  size: number
}

async function threadHeads(
  app: Rendering,
  asking: Asking,
  ids: string[],
): Promise<Map<string, ThreadHead>> {
  const viewerId = asking?.id ?? null
  const rows: ThreadHead[] = await selectHeadsFor(app.db, viewerId)
    .select(sql<number>`octet_length(status.content)`.as('size'))
    .where(idIn(app.db, 'status.id', ids))
    .where((eb) => eb.and([visibleTo(eb, viewerId), wantedBy(eb, viewerId, app.clock())]))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Ids from the root of the thread down to the parent. */
async function ancestorIds(db: Db, status: StatusRow, limits: Limits): Promise<string[]> {
  if (status.in_reply_to_id === null) return []
  const rows = await db
    .withRecursive('above', (with_) =>
      with_
        .selectFrom('status')
        .select(['id', 'in_reply_to_id', sql<number>`1`.as('depth')])
        .where('id', '=', status.in_reply_to_id)
        .unionAll(
          with_
            .selectFrom('status')
            .innerJoin('above', 'above.in_reply_to_id', 'status.id')
            .select([
              'status.id',
              'status.in_reply_to_id',
              sql<number>`above.depth + 1`.as('depth'),
            ])
            .where('above.depth', '<', limits.ancestors),
        ),
    )
    .selectFrom('above')
    .select('id')
    .orderBy('depth', 'desc')
    .execute()
  return rows.map((row) => row.id)
}

interface Reply {
  id: string
  in_reply_to_id: string | null
  account_id: string
  depth: number
}

/**
 * Replies below a status, level by level up to the limit, in no order within a level: both
 * databases then stop as soon as they have enough. Deleted ones are among them, so that what hangs
 * on them is found.
 */
async function descendants(db: Db, statusId: string, limits: Limits): Promise<Reply[]> {
  return db
    .withRecursive('below', (with_) =>
      with_
        .selectFrom('status')
        .select(['id', 'in_reply_to_id', 'account_id', sql<number>`1`.as('depth')])
        .where('in_reply_to_id', '=', idValue(db, statusId))
        .unionAll(
          with_
            .selectFrom('status')
            .innerJoin('below', 'below.id', 'status.in_reply_to_id')
            .select([
              'status.id',
              'status.in_reply_to_id',
              'status.account_id',
              sql<number>`below.depth + 1`.as('depth'),
            ])
            .where('below.depth', '<', limits.depth),
        ),
    )
    .selectFrom('below')
    .select(['id', 'in_reply_to_id', 'account_id', 'depth'])
    .limit(limits.descendants)
    .execute()
}

/** Depth first; the author's own replies to the author's posts stand before others' (S-223). */
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
