import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { extractEntities } from '../text/extract.ts'
import { normalizeTag } from '../text/tags.ts'
import type { Tx } from '../transact.ts'

const DAY = 86_400_000

export interface TagName {
  /** normalised (S-231) */
  name: string
  displayName: string
}

/** The hashtags of a text, each once. */
export function hashtagsIn(text: string): TagName[] {
  const found = new Map<string, TagName>()
  for (const entity of extractEntities(text)) {
    if (entity.kind !== 'hashtag') continue
    const name = normalizeTag(entity.name)
    if (name !== null && !found.has(name)) found.set(name, { name, displayName: entity.name })
  }
  return [...found.values()]
}

/** Ids of the tags, made where they are new, in the order of the names. */
export async function ensureTags(tx: Tx, names: readonly TagName[]): Promise<string[]> {
  if (names.length === 0) return []
  // sorted, so that two transactions never wait for each other's new tags
  const sorted = [...names].sort((a, b) => (a.name < b.name ? -1 : 1))
  await tx.db
    .insertInto('tag')
    .values(
      sorted.map(({ name, displayName }) => ({
        id: tx.newId(),
        name,
        display_name: displayName,
        listable: true,
        usable: true,
        trendable: null,
        last_status_at: null,
        created_at: tx.now,
      })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const rows = await tx.db
    .selectFrom('tag')
    .select(['id', 'name'])
    .where(
      'name',
      'in',
      sorted.map(({ name }) => name),
    )
    .execute()
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  return names.map(({ name }) => ids.get(name)!)
}

/**
 * Puts a status under its tags, and no others.
 * @returns ids of those that it was not under before
 */
export async function tagStatus(
  tx: Tx,
  statusId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  const before = await tagIdsOf(tx.db, statusId)
  const gone = before.filter((id) => !tagIds.includes(id))
  const added = tagIds.filter((id) => !before.includes(id))
  if (gone.length > 0) {
    await tx.db
      .deleteFrom('status_tag')
      .where('status_id', '=', statusId)
      .where(idIn(tx.db, 'tag_id', gone))
      .execute()
  }
  if (added.length > 0) {
    await tx.db
      .insertInto('status_tag')
      .values(added.map((tag_id) => ({ tag_id, status_id: statusId })))
      .execute()
  }
  return added
}

async function tagIdsOf(db: Db, statusId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('status_tag')
    .select('tag_id')
    .where('status_id', '=', statusId)
    .execute()
  return rows.map((row) => row.tag_id)
}

/**
 * Notes that a public status used the tags: in their history, and that they may be found from now
 * on. What only private statuses name stays between those who see them.
 */
export async function countTagUses(
  tx: Tx,
  tagIds: readonly string[],
  accountId: string,
): Promise<void> {
  if (tagIds.length === 0) return
  const day = Math.floor(tx.now / DAY)
  await tx.db
    .insertInto('tag_use')
    .values([...tagIds].sort().map((tag_id) => ({ tag_id, day, account_id: accountId, uses: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['tag_id', 'day', 'account_id'])
        .doUpdateSet((eb) => ({ uses: eb('tag_use.uses', '+', 1) })),
    )
    .execute()
  await tx.db
    .updateTable('tag')
    .set({ last_status_at: tx.now })
    .where(idIn(tx.db, 'id', [...tagIds].sort()))
    .execute()
}

/** Id of the tag of that name, in any spelling; null if nobody used it or it is no tag. */
export async function findTagId(db: Db, name: string): Promise<string | null> {
  return (await findTagIds(db, [name]))[0] ?? null
}

/** Ids of the tags of these names; those that nobody used are left out. */
export async function findTagIds(db: Db, names: readonly string[]): Promise<string[]> {
  const normalized = names.map(normalizeTag).filter((name) => name !== null)
  if (normalized.length === 0) return []
  const rows = await db.selectFrom('tag').select('id').where('name', 'in', normalized).execute()
  return rows.map((row) => row.id)
}
