import { NotFound } from '../../kernel/base/errors.ts'
import { collectionUri, collectionUrl } from '../../kernel/base/urls.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { isLanguage } from '../../kernel/text/language.ts'
import { problemOf } from '../accounts/field-errors.ts'
import { loadReachableAccounts } from '../accounts/queries.ts'
import { readTagName } from '../tags/featured.ts'
import { ensureTags } from '../tags/tags.ts'
import { checkFeaturable, insertItem } from './items.ts'
import { type Collection, findCollectionById, itemsOf, lockOwnCollection } from './queries.ts'
import { descriptionProblems, LIMITS, nameProblems, type Problems, refuse } from './rules.ts'

/**
 * The owner's description of a collection; missing members stay unchanged, or get their defaults.
 */
export interface CollectionTexts {
  name?: string | undefined
  description?: string | undefined
  language?: string | null | undefined
  sensitive?: boolean | undefined
  discoverable?: boolean | undefined
  /** blank or null: no hashtag */
  tag_name?: string | null | undefined
}

export interface NewCollection extends CollectionTexts {
  accountId: string
  /** ids of the accounts that it features from the start */
  targetIds: readonly string[]
  /** maximum of collections per account */
  limit: number
}

/**
 * Creates a collection. Local accounts in it are notified, remote ones are requested.
 *
 * @returns its id
 * @throws InvalidCollection if a text, or the number of accounts, exceeds its limit (S-521)
 * @throws NotFound for an account that does not exist
 * @throws Forbidden for an account that does not allow being featured
 * @see https://docs.joinmastodon.org/methods/collections/#create
 */
export async function createCollection(tx: Tx, input: NewCollection): Promise<string> {
  const { accountId, name = '' } = input
  const targetIds = [...new Set(input.targetIds)]
  await lockRow(tx.db, 'account', accountId)
  refuse({
    ...problemsOf({ ...input, name }),
    collection_items:
      targetIds.length > LIMITS.items
        ? [problemOf('ERR_TOO_MANY', 'are too many (maximum is {max})', { max: LIMITS.items })]
        : [],
    base: (await countOwn(tx, accountId)) >= input.limit ? [tooManyCollections(input.limit)] : [],
  })
  const targets = await loadReachableAccounts(tx.db, targetIds)
  if (targets.size < targetIds.length) throw new NotFound()
  for (const target of targets.values()) await checkFeaturable(tx, accountId, target)
  const collection = await insertCollection(tx, { ...input, name })
  for (const id of targetIds) await insertItem(tx, collection, targets.get(id)!, true)
  tx.emit({ type: 'collection.created', collectionId: collection.id, accountId })
  return collection.id
}

function tooManyCollections(limit: number) {
  return problemOf(
    'ERR_TOO_MANY',
    'You have already made the maximum number of collections (maximum is {max})',
    { max: limit },
  )
}

async function countOwn(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('collection')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

function problemsOf({ name, description, language, tag_name }: CollectionTexts): Problems {
  const noLanguage = problemOf('ERR_INVALID', 'is no language code')
  const noTag = problemOf('ERR_INVALID', 'is invalid')
  return {
    name: name === undefined ? [] : nameProblems(name),
    description: descriptionProblems(description ?? ''),
    language: !language || isLanguage(language) ? [] : [noLanguage],
    tag_name: !tag_name?.trim() || readTagName(tag_name) !== null ? [] : [noTag],
  }
}

async function insertCollection(
  tx: Tx,
  input: NewCollection & { name: string },
): Promise<Collection> {
  const id = tx.newId()
  const { accountId, name, description = '' } = input
  await tx.db
    .insertInto('collection')
    .values({
      id,
      account_id: accountId,
      uri: collectionUri(tx.config, accountId, id),
      url: collectionUrl(tx.config, id),
      local: true,
      name: name.trim(),
      description: description.trim(),
      search_text: searchText(name, description),
      language: input.language || null,
      sensitive: input.sensitive ?? false,
      discoverable: input.discoverable ?? false,
      tag_id: await tagIdOf(tx, input.tag_name ?? null),
      created_at: tx.now,
      updated_at: tx.now,
    })
    .execute()
  return (await findCollectionById(tx.db, id))!
}

/** The text that search matches. */
export function searchText(name: string, description: string): string {
  return `${name} ${description}`.trim().toLowerCase()
}

/** @param name with or without `#`; null for an invalid name */
export async function tagIdOf(tx: Tx, name: string | null): Promise<string | null> {
  const tag = name === null ? null : readTagName(name)
  return tag === null ? null : (await ensureTags(tx, [tag]))[0]!
}

/**
 * Changes the description of an own collection; the same values change nothing. Accounts in it are
 * notified of a changed name or description.
 *
 * @throws InvalidCollection, NotFound, Forbidden
 * @see https://docs.joinmastodon.org/methods/collections/#update
 */
export async function updateCollection(
  tx: Tx,
  own: { accountId: string; collectionId: string },
  texts: CollectionTexts,
): Promise<void> {
  const before = await lockOwnCollection(tx, own)
  refuse(problemsOf(texts))
  const name = texts.name?.trim() ?? before.name
  const description = texts.description?.trim() ?? before.description
  const after = {
    name,
    description,
    language: texts.language === undefined ? before.language : texts.language || null,
    sensitive: texts.sensitive ?? before.sensitive,
    discoverable: texts.discoverable ?? before.discoverable,
    tag_id: texts.tag_name === undefined ? before.tag_id : await tagIdOf(tx, texts.tag_name),
  }
  await saveTexts(tx, before, { ...after, search_text: searchText(name, description) })
}

type Texts = Pick<
  Collection,
  'name' | 'description' | 'search_text' | 'language' | 'sensitive' | 'discoverable' | 'tag_id'
>

/** Also for the texts of a remote collection. */
export async function saveTexts(tx: Tx, before: Collection, after: Texts): Promise<void> {
  const names = Object.keys(after) as (keyof Texts)[]
  if (names.every((name) => before[name] === after[name])) return
  await tx.db
    .updateTable('collection')
    .set({ ...after, updated_at: tx.now })
    .where('id', '=', before.id)
    .execute()
  const { id: collectionId, account_id: accountId } = before
  const renamed = before.name !== after.name || before.description !== after.description
  tx.emit({ type: 'collection.updated', collectionId, accountId, renamed })
}

/** @throws NotFound, Forbidden */
export async function deleteOwnCollection(
  tx: Tx,
  own: { accountId: string; collectionId: string },
): Promise<void> {
  await deleteCollection(tx, await lockOwnCollection(tx, own))
}

export async function deleteCollection(tx: Tx, collection: Collection): Promise<void> {
  const { id, uri, account_id: accountId } = collection
  const items = await itemsOf(tx.db, id)
  const featuredIds = items.map((item) => item.account_id).filter((one) => one !== null)
  tx.emit({ type: 'collection.deleted', uri, accountId, featuredIds })
  await tx.db.deleteFrom('collection').where('id', '=', id).execute()
}
