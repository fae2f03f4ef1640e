import type { App } from '../app.ts'
import { ValidationFailed } from '../errors.ts'
import type { StorableExtension } from '../storage/content-types.ts'
import { newKey } from '../storage/keys.ts'
import { SHORTCODE } from '../text/shortcodes.ts'
import type { Tx } from '../transact.ts'

interface Picture {
  data: Uint8Array
  extension: StorableExtension
}

export interface NewEmoji {
  /** without colons */
  shortcode: string
  /** null: none; undefined: as it was */
  category: string | null | undefined
  /** as `processEmoji` made it; null still: the original serves for both */
  picture: { original: Picture; still: Picture | null }
  /** whether a local emoji of this name gets the new picture */
  overwrite: boolean
}

/**
 * Stores a local custom emoji.
 *
 * @returns what it did; `kept` means there is one of this name and it was left alone
 * @throws ValidationFailed if the name cannot be a shortcode
 */
export async function saveEmoji(app: App, emoji: NewEmoji): Promise<'added' | 'replaced' | 'kept'> {
  if (!SHORTCODE.test(emoji.shortcode)) {
    throw new ValidationFailed('Shortcode must be 2 to 128 letters, digits and underscores')
  }
  const known = await app.db
    .selectFrom('custom_emoji')
    .select(['id', 'image_key', 'static_key'])
    .where('shortcode', '=', emoji.shortcode)
    .where('domain', 'is', null)
    .executeTakeFirst()
  if (known !== undefined && !emoji.overwrite) return 'kept'
  const keys = await storePicture(app, emoji.picture)
  if (known === undefined) {
    const added = await app.transact((tx) => insertEmoji(tx, emoji, keys))
    if (!added) await removeFiles(app, keys)
    return added ? 'added' : 'kept'
  }
  await app.transact((tx) => updateEmoji(tx, known.id, emoji, keys))
  await removeFiles(app, known)
  return 'replaced'
}

interface Keys {
  image_key: string
  static_key: string
}

async function storePicture(app: App, { original, still }: NewEmoji['picture']): Promise<Keys> {
  const image = newKey('emojis', original.extension)
  await app.storage.put(image, original.data)
  if (still === null) return { image_key: image, static_key: image }
  const first = newKey('emojis', still.extension)
  await app.storage.put(first, still.data)
  return { image_key: image, static_key: first }
}

async function removeFiles(app: App, { image_key, static_key }: Keys): Promise<void> {
  for (const key of new Set([image_key, static_key])) await app.storage.remove(key)
}

async function insertEmoji(tx: Tx, emoji: NewEmoji, keys: Keys): Promise<boolean> {
  const added = await tx.db
    .insertInto('custom_emoji')
    .values({
      ...keys,
      id: tx.newId(),
      shortcode: emoji.shortcode,
      domain: null,
      category: emoji.category ?? null,
      visible_in_picker: true,
      disabled: false,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added !== undefined) tx.emit({ type: 'settings.changed' })
  return added !== undefined
}

async function updateEmoji(tx: Tx, id: string, emoji: NewEmoji, keys: Keys): Promise<void> {
  const category = emoji.category === undefined ? {} : { category: emoji.category }
  await tx.db
    .updateTable('custom_emoji')
    .set({ ...keys, ...category, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  tx.emit({ type: 'settings.changed' })
}
