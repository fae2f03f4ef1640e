import type { Selectable } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { BlockTable, FollowTable, MuteTable } from './tables.ts'

export type Follow = Selectable<FollowTable>
export type FollowKind = 'follow' | 'follow_request'
export type NewFollow = Omit<Follow, 'languages'> & { languages: readonly string[] | null }

/** An ordered pair: the acting account and its target. */
export interface Pair {
  accountId: string
  targetId: string
}

/** A follower's choices for one follow; missing ones stay unchanged. */
export interface FollowChoices {
  show_reblogs?: boolean
  notify?: boolean
  /** null means all */
  languages?: readonly string[] | null
}

export async function findFollow(db: Db, kind: FollowKind, pair: Pair): Promise<Follow | null> {
  const row = await db
    .selectFrom(kind)
    .selectAll()
    .where('account_id', '=', pair.accountId)
    .where('target_id', '=', pair.targetId)
    .executeTakeFirst()
  return row ?? null
}

/** @returns whether a row was added; false if it existed already */
export async function insertFollow(db: Db, kind: FollowKind, follow: NewFollow): Promise<boolean> {
  const added = await db
    .insertInto(kind as 'follow')
    .values({ ...follow, languages: jsonOrNull(follow.languages) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function updateFollow(
  db: Db,
  kind: FollowKind,
  id: string,
  choices: FollowChoices,
): Promise<void> {
  const { languages, ...flags } = choices
  const given = languages === undefined ? flags : { ...flags, languages: jsonOrNull(languages) }
  if (Object.keys(given).length === 0) return
  await db
    .updateTable(kind as 'follow')
    .set(given)
    .where('id', '=', id)
    .execute()
}

/** Stores the new id of a repeated Follow. */
export async function renameFollow(
  db: Db,
  kind: FollowKind,
  id: string,
  uri: string,
): Promise<void> {
  await db
    .updateTable(kind as 'follow')
    .set({ uri })
    .where('id', '=', id)
    .execute()
}

/** @returns the removed row, or null */
export async function deleteFollow(db: Db, kind: FollowKind, pair: Pair): Promise<Follow | null> {
  const row = await db
    .deleteFrom(kind)
    .where('account_id', '=', pair.accountId)
    .where('target_id', '=', pair.targetId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** @returns whether a row was added */
export async function insertBlock(db: Db, block: Selectable<BlockTable>): Promise<boolean> {
  const added = await db
    .insertInto('block')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Replaces an existing mute of the pair, but keeps its id. */
export async function upsertMute(db: Db, mute: Selectable<MuteTable>): Promise<void> {
  const { hide_notifications, expires_at } = mute
  await db
    .insertInto('mute')
    .values(mute)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'target_id']).doUpdateSet({ hide_notifications, expires_at }),
    )
    .execute()
}

/** @returns the removed row, or null */
export async function deleteBlock(db: Db, pair: Pair): Promise<Selectable<BlockTable> | null> {
  const row = await db
    .deleteFrom('block')
    .where('account_id', '=', pair.accountId)
    .where('target_id', '=', pair.targetId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** @returns whether there was a row */
export async function deleteMute(db: Db, pair: Pair): Promise<boolean> {
  const row = await db
    .deleteFrom('mute')
    .where('account_id', '=', pair.accountId)
    .where('target_id', '=', pair.targetId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a mute if it has expired by `now`. @returns whether it did */
export async function deleteExpiredMute(db: Db, pair: Pair, now: number): Promise<boolean> {
  const row = await db
    .deleteFrom('mute')
    .where('account_id', '=', pair.accountId)
    .where('target_id', '=', pair.targetId)
    .where('expires_at', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

function jsonOrNull(value: readonly string[] | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
