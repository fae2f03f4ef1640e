import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { normalizeTag } from '../../kernel/text/tags.ts'
import { accountsConfiguration } from '../accounts/profile-rules.ts'
import { ensureTags, type TagName } from './tags.ts'

export const MAX_FEATURED_TAGS = accountsConfiguration.max_featured_tags
/** UTF-16 units: the longest name that a status can contain */
const LONGEST_NAME = 500

/**
 * Features a hashtag on a profile; doing it again changes nothing. Serves clients and a received
 * Add.
 *
 * @param input.name with or without `#`, in its owner's spelling
 * @returns id of the featured tag
 * @throws ValidationFailed if it is no hashtag, or beyond the profile's limit (S-365)
 */
export async function featureTag(
  tx: Tx,
  input: { accountId: string; name: string },
): Promise<string> {
  const { accountId } = input
  const name = readTagName(input.name)
  if (name === null) throw new ValidationFailed('Name is invalid')
  await lockRow(tx.db, 'account', accountId)
  const [tagId] = await ensureTags(tx, [name])
  const featured = await featuredTagIds(tx.db, accountId)
  const known = featured.find((one) => one.tag_id === tagId)
  if (known !== undefined) return known.id
  if (featured.length >= MAX_FEATURED_TAGS) {
    throw new ValidationFailed('You have already featured the maximum number of hashtags')
  }
  return insertFeatured(tx, accountId, tagId!, name.displayName)
}

/** @returns null if it is no hashtag */
export function readTagName(text: string): TagName | null {
  const displayName = text.trim().replace(/^[#＃]/, '')
  const name = text.length > LONGEST_NAME ? null : normalizeTag(displayName)
  return name === null ? null : { name, displayName }
}

/** The hashtags on a profile, oldest first. */
export async function featuredTagIds(
  db: Db,
  accountId: string,
): Promise<{ id: string; tag_id: string }[]> {
  return db
    .selectFrom('featured_tag')
    .select(['id', 'tag_id'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

async function insertFeatured(
  tx: Tx,
  accountId: string,
  tagId: string,
  name: string,
): Promise<string> {
  const id = tx.newId()
  await tx.db
    .insertInto('featured_tag')
    .values({ id, account_id: accountId, tag_id: tagId, name, created_at: tx.now })
    .execute()
  tx.emit({ type: 'featured_tag.added', accountId, tagId, name })
  return id
}

/** Removes a hashtag from a profile; if it is not there, nothing changes. */
export async function unfeatureTag(
  tx: Tx,
  { accountId, tagId }: { accountId: string; tagId: string },
): Promise<void> {
  const removed = await tx.db
    .deleteFrom('featured_tag')
    .where('account_id', '=', accountId)
    .where('tag_id', '=', tagId)
    .returning('name')
    .executeTakeFirst()
  if (removed === undefined) return
  tx.emit({ type: 'featured_tag.removed', accountId, tagId, name: removed.name })
}

/**
 * Removes a featured hashtag by its own id.
 * @throws NotFound if it is another profile's or does not exist
 */
export async function removeFeaturedTag(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  const row = await tx.db
    .selectFrom('featured_tag')
    .select('tag_id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  await unfeatureTag(tx, { accountId, tagId: row.tag_id })
}

/**
 * Replaces the hashtags of a remote profile: the first ten count, missing ones are removed, and
 * spellings are updated (S-503).
 */
export async function replaceFeaturedTags(
  tx: Tx,
  accountId: string,
  names: readonly TagName[],
): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const isFirst = (one: TagName, at: number) =>
    names.findIndex((other) => other.name === one.name) === at
  const wanted = names.filter(isFirst).slice(0, MAX_FEATURED_TAGS)
  const tagIds = await ensureTags(tx, wanted)
  const before = await featuredTagIds(tx.db, accountId)
  const gone = before.filter((one) => !tagIds.includes(one.tag_id))
  await tx.db
    .deleteFrom('featured_tag')
    .where(
      idIn(
        tx.db,
        'id',
        gone.map((one) => one.id),
      ),
    )
    .execute()
  for (const [at, { displayName: name }] of wanted.entries()) {
    const tagId = tagIds[at]!
    const known = before.find((one) => one.tag_id === tagId)
    if (known === undefined) await insertFeatured(tx, accountId, tagId, name)
    else await rename(tx, known.id, name)
  }
}

async function rename(tx: Tx, id: string, name: string): Promise<void> {
  await tx.db
    .updateTable('featured_tag')
    .set({ name })
    .where('id', '=', id)
    .where('name', '<>', name)
    .execute()
}
