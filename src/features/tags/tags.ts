import { sql } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import { ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idValue } from '../../kernel/db/expressions.ts'
import { idIn, idRows, textIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { extractEntities } from '../../kernel/text/extract.ts'
import { normalizeTag } from '../../kernel/text/tags.ts'
import { LISTED_UNDER_TAGS_AS } from './list-class.ts'

export interface TagName {
  /** normalised (S-231) */
  name: string
  displayName: string
}

/** The hashtags of a text, without duplicates. */
export function hashtagsIn(text: string): TagName[] {
  const found = new Map<string, TagName>()
  for (const entity of extractEntities(text)) {
    if (entity.kind !== 'hashtag') continue
    const name = normalizeTag(entity.name)
    if (name !== null && !found.has(name)) found.set(name, { name, displayName: entity.name })
  }
  return [...found.values()]
}

const tagsByName = prepared((db, p: { names: readonly string[] }) =>
  db
    .selectFrom('tag')
    .select(['id', 'name', 'usable'])
    .where(textIn(db, 'name', p.names)),
)

/**
 * Ids of the tags, inserted if they are new, in the order of the names.
 *
 * @param mustBeUsable whether to refuse tags that the staff has disabled
 * @throws ValidationFailed for a tag that local accounts may not use
 */
export async function ensureTags(
  tx: Tx,
  names: readonly TagName[],
  mustBeUsable = false,
): Promise<string[]> {
  if (names.length === 0) return []
  const known = await tagsByName(tx.db, { names: names.map(({ name }) => name) })
  if (mustBeUsable) refuseUnusable(known)
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  const unknown = names.filter(({ name }) => !ids.has(name))
  if (unknown.length > 0) {
    await insertTags(tx, unknown)
    const added = await tagsByName(tx.db, { names: unknown.map(({ name }) => name) })
    for (const { id, name } of added) ids.set(name, id)
  }
  return names.map(({ name }) => ids.get(name)!)
}

function refuseUnusable(tags: readonly { name: string; usable: boolean }[]): void {
  const refused = tags.filter(({ usable }) => !usable).map(({ name }) => name)
  if (refused.length === 0) return
  const names = { tags: refused.join(', ') }
  throw new ValidationFailed(
    refused.length === 1
      ? said('Text contained a disallowed hashtag: {tags}', names)
      : said('Text contained the disallowed hashtags: {tags}', names),
  )
}

/** A tag that a concurrent transaction inserts stays as it is. */
async function insertTags(tx: Tx, names: readonly TagName[]): Promise<void> {
  // sorted, to avoid deadlocks between transactions that insert the same tags
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
}

/**
 * Replaces the tags of a status.
 * @returns ids of the added ones
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
  if (gone.length < before.length) await listAnew(tx.db, statusId)
  if (added.length > 0) await putUnderTags(tx.db, statusId, added)
  return added
}

/** Puts a status under tags that it is not under yet. */
export async function putUnderTags(
  db: Db,
  statusId: string,
  tagIds: readonly string[],
): Promise<void> {
  await insertStatusTags(db, { statusId, tagIds })
}

const insertStatusTags = prepared((db, p: { statusId: string; tagIds: readonly string[] }) =>
  db
    .insertInto('status_tag')
    .columns(['tag_id', 'status_id', 'account_id', 'listed_as'])
    .expression(
      db
        .selectFrom(['status', idRows(db, p.tagIds).as('given')])
        .where('status.id', '=', p.statusId)
        .select(['given.id', 'status.id as status_id', 'status.account_id'])
        .select(LISTED_UNDER_TAGS_AS.as('listed_as')),
    ),
)

/** Updates the status's list class under its tags after an edit. */
async function listAnew(db: Db, statusId: string): Promise<void> {
  const listedAs = db.selectFrom('status').where('status.id', '=', statusId)
  await db
    .updateTable('status_tag')
    .set({ listed_as: listedAs.select(LISTED_UNDER_TAGS_AS.as('listed_as')) })
    .where('status_id', '=', statusId)
    .execute()
}

/** A deleted status is listed under none of its tags, and counts for none. */
export async function unlistUnderTags(db: Db, statusId: string): Promise<void> {
  await unlist(db, { statusId })
}

const unlist = prepared((db, p: { statusId: string }) =>
  db
    .updateTable('status_tag')
    .set({ listed_as: sql.lit(0) })
    .where('status_id', '=', p.statusId),
)

async function tagIdsOf(db: Db, statusId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('status_tag')
    .select('tag_id')
    .where('status_id', '=', statusId)
    .execute()
  return rows.map((row) => row.tag_id)
}

/**
 * Counts a public status for its tags: in their history, and makes them searchable. Tags of private
 * statuses only are not searchable.
 *
 * @param at ms since 1970 of the status
 */
export async function countTagUses(
  tx: Tx,
  tagIds: readonly string[],
  accountId: string,
  at: number = tx.now,
): Promise<void> {
  if (tagIds.length === 0) return
  const sorted = [...tagIds].sort()
  await countUses(tx.db, { tagIds: sorted, accountId, day: Math.floor(at / DAY) })
  await setLastUse(tx.db, { tagIds: sorted, at })
}

const countUses = prepared((db, p: { tagIds: readonly string[]; accountId: string; day: number }) =>
  db
    .insertInto('tag_use')
    .columns(['tag_id', 'day', 'account_id', 'uses'])
    .expression(
      db
        .selectFrom(idRows(db, p.tagIds).as('given'))
        .select([
          'given.id',
          sql<number>`cast(${p.day} as integer)`.as('day'),
          idValue(db, p.accountId).as('account_id'),
          sql.lit(1).as('uses'),
        ])
        // so that SQLite does not parse the conflict's `on` as that of a join
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tag_id', 'day', 'account_id'])
        .doUpdateSet((eb) => ({ uses: eb('tag_use.uses', '+', 1) })),
    ),
)

const setLastUse = prepared((db, p: { tagIds: readonly string[]; at: number }) =>
  db
    .updateTable('tag')
    .set({ last_status_at: p.at })
    .where(idIn(db, 'id', p.tagIds))
    .where((eb) => eb.or([eb('last_status_at', 'is', null), eb('last_status_at', '<', p.at)])),
)

/** Id of the tag with a name, in any spelling; null if it was never used or is invalid. */
export async function findTagId(db: Db, name: string): Promise<string | null> {
  return (await findTagIds(db, [name]))[0] ?? null
}

/** Ids of the tags with these names; unused ones are left out. */
export async function findTagIds(db: Db, names: readonly string[]): Promise<string[]> {
  const normalized = names.map(normalizeTag).filter((name) => name !== null)
  if (normalized.length === 0) return []
  const rows = await db.selectFrom('tag').select('id').where('name', 'in', normalized).execute()
  return rows.map((row) => row.id)
}
