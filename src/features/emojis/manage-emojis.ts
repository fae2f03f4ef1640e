import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { enqueueFileRemoval } from '../../kernel/jobs/remove-stored-files.ts'
import type { MediaInput } from '../../kernel/processing/input.ts'
import { processEmoji } from '../../kernel/processing/profile-images.ts'
import { type Store, storeOrRemove } from '../../kernel/storage/store-or-remove.ts'
import { SHORTCODE } from '../../kernel/text/shortcodes.ts'
import type { Emoji } from './emojis.ts'

/** Changeable parts of an emoji; remote ones can only be disabled. */
export type EmojiChoices = Pick<Emoji, 'category' | 'visible_in_picker' | 'disabled'>

/** Storage keys of a picture; the same key twice if it is not animated. */
export type EmojiKeys = Pick<Emoji, 'image_key' | 'static_key'>

const MOST_CATEGORY = 100
const ROWS_AT_ONCE = 500

/**
 * Creates the files of a local emoji and runs the work that names them; if that fails, removes the
 * files.
 * @throws MediaRejected unless it is a PNG, GIF or WebP of 256 KiB at most (S-521)
 */
export function withEmojiPicture<T>(
  app: Pick<App, 'storage'>,
  input: MediaInput,
  work: (keys: EmojiKeys) => Promise<T>,
): Promise<T> {
  return storeOrRemove(app, async (store) => work(await storeEmoji(store, input)))
}

async function storeEmoji(store: Store, input: MediaInput): Promise<EmojiKeys> {
  const { original, still } = await processEmoji(input)
  const image_key = await store('emojis', original)
  return { image_key, static_key: still === null ? image_key : await store('emojis', still) }
}

/**
 * Adds a local emoji.
 *
 * @returns its id
 * @throws ValidationFailed if the shortcode is invalid or taken
 */
export async function createEmoji(
  tx: Tx,
  emoji: { shortcode: string } & EmojiKeys & EmojiChoices,
): Promise<string> {
  checkShortcode(emoji.shortcode)
  checkCategory(emoji)
  const id = tx.newId()
  const added = await tx.db
    .insertInto('custom_emoji')
    .values({ ...emoji, id, domain: null, created_at: tx.now, updated_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('Shortcode has already been taken')
  tx.emit({ type: 'settings.changed' })
  return id
}

/** The changed parts of an emoji. */
export type EmojiChanges = Partial<Record<keyof EmojiChoices | 'picture', unknown>>

/**
 * Changes the given parts of an emoji; everything that shows it changes at once. A job removes the
 * files of a replaced picture.
 *
 * @returns the emoji before, and the changed parts: empty if nothing changed
 * @throws NotFound
 * @throws ValidationFailed for parts of a remote emoji that only its server can change
 */
export async function changeEmoji(
  tx: Tx,
  id: string,
  { keys, ...choices }: Partial<EmojiChoices> & { keys?: EmojiKeys },
): Promise<{ emoji: Emoji; changes: EmojiChanges }> {
  const emoji = await getEmoji(tx.db, id)
  const names = (['category', 'visible_in_picker', 'disabled'] as const).filter(
    (name) => choices[name] !== undefined && choices[name] !== emoji[name],
  )
  if (emoji.domain !== null && (keys !== undefined || names.some((name) => name !== 'disabled'))) {
    throw new ValidationFailed('Emoji of other servers can be disabled and copied, nothing else')
  }
  if (names.length === 0 && keys === undefined) return { emoji, changes: {} }
  checkCategory(choices)
  const changed = Object.fromEntries(names.map((name) => [name, choices[name]]))
  // `updated_at` of a remote emoji follows its own server's clock
  const dated = emoji.domain === null ? { updated_at: tx.now } : {}
  await tx.db
    .updateTable('custom_emoji')
    .set({ ...changed, ...keys, ...dated })
    .where('id', '=', id)
    .execute()
  if (keys !== undefined) enqueueFileRemoval(tx, [emoji.image_key, emoji.static_key])
  tx.emit({ type: 'settings.changed' })
  const told = names.map((name) => [name, { from: emoji[name], to: choices[name] }])
  const picture = keys === undefined ? {} : { picture: 'replaced' }
  return { emoji, changes: { ...Object.fromEntries(told), ...picture } }
}

/**
 * Removes an emoji with its files. A remote one comes back with the next post that uses it.
 * @throws NotFound
 */
export async function deleteEmoji(tx: Tx, id: string): Promise<Emoji> {
  const emoji = await getEmoji(tx.db, id)
  await tx.db.deleteFrom('custom_emoji').where('id', '=', id).execute()
  enqueueFileRemoval(tx, [emoji.image_key, emoji.static_key])
  tx.emit({ type: 'settings.changed' })
  return emoji
}

/**
 * Removes some of another server's emoji with their files.
 * @returns whether there may be more
 */
export async function removeEmojisOf(tx: Tx, domain: string): Promise<boolean> {
  const some = await tx.db
    .selectFrom('custom_emoji')
    .select(['id', 'image_key', 'static_key'])
    .where('domain', '=', domain)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
  if (some.length === 0) return false
  const ids = some.map(({ id }) => id)
  await tx.db
    .deleteFrom('custom_emoji')
    .where(idIn(tx.db, 'id', ids))
    .execute()
  enqueueFileRemoval(
    tx,
    some.flatMap((emoji) => [emoji.image_key, emoji.static_key]),
  )
  tx.emit({ type: 'settings.changed' })
  return some.length === ROWS_AT_ONCE
}

/** @throws NotFound */
export async function getEmoji(db: Db, id: string): Promise<Emoji> {
  const emoji = await db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (emoji === undefined) throw new NotFound()
  return emoji
}

/** @throws ValidationFailed if it is not a valid shortcode */
export function checkShortcode(shortcode: string): void {
  if (SHORTCODE.test(shortcode)) return
  throw new ValidationFailed('Shortcode must be 2 to 128 letters, digits and underscores')
}

function checkCategory({ category }: Partial<EmojiChoices>): void {
  if ([...(category ?? '')].length > MOST_CATEGORY) {
    throw new ValidationFailed(`Category is too long (maximum is ${MOST_CATEGORY} characters)`)
  }
}
