import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import type { MediaInput } from '../processing/input.ts'
import { processEmoji } from '../processing/profile-images.ts'
import { forgetFiles } from '../storage/forget-files.ts'
import { type Store, storedOrGone } from '../storage/stored-or-gone.ts'
import { SHORTCODE } from '../text/shortcodes.ts'
import type { Tx } from '../transact.ts'
import type { Emoji } from './emojis.ts'

/** What there is to choose about an emoji; those of other servers can only be disabled. */
export type EmojiChoices = Pick<Emoji, 'category' | 'visible_in_picker' | 'disabled'>

/** Storage keys of a picture; one twice where it does not move. */
export type EmojiKeys = Pick<Emoji, 'image_key' | 'static_key'>

const MOST_CATEGORY = 100
const ROWS_AT_ONCE = 500

/**
 * Makes the files of a local emoji, and then does what names them; if that fails they go again.
 * @throws MediaRejected for what is no PNG, GIF or WebP of 256 KiB at most (S-521)
 */
export function withEmojiPicture<T>(
  app: Pick<App, 'storage'>,
  input: MediaInput,
  work: (keys: EmojiKeys) => Promise<T>,
): Promise<T> {
  return storedOrGone(app, async (store) => work(await storeEmoji(store, input)))
}

async function storeEmoji(store: Store, input: MediaInput): Promise<EmojiKeys> {
  const { original, still } = await processEmoji(input)
  const image_key = await store('emojis', original)
  return { image_key, static_key: still === null ? image_key : await store('emojis', still) }
}

/**
 * Adds an emoji of this server.
 *
 * @returns its id
 * @throws ValidationFailed if the name is none, or taken
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

/** What of an emoji is another than before. */
export type EmojiChanges = Partial<Record<keyof EmojiChoices | 'picture', unknown>>

/**
 * Changes what is given of an emoji; everything that shows it shows that at once. The files of a replaced
 * picture go by a job.
 *
 * @returns the emoji as it was, and what is another now: nothing where all was so
 * @throws NotFound
 * @throws ValidationFailed for what of an emoji of another server is not ours to change
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
  // what another server says of its emoji counts by its own clock
  const dated = emoji.domain === null ? { updated_at: tx.now } : {}
  await tx.db
    .updateTable('custom_emoji')
    .set({ ...changed, ...keys, ...dated })
    .where('id', '=', id)
    .execute()
  if (keys !== undefined) forgetFiles(tx, [emoji.image_key, emoji.static_key])
  tx.emit({ type: 'settings.changed' })
  const told = names.map((name) => [name, { from: emoji[name], to: choices[name] }])
  const picture = keys === undefined ? {} : { picture: 'replaced' }
  return { emoji, changes: { ...Object.fromEntries(told), ...picture } }
}

/**
 * Removes an emoji, with its files. One of another server comes back with the next post that has it.
 * @throws NotFound
 */
export async function deleteEmoji(tx: Tx, id: string): Promise<Emoji> {
  const emoji = await getEmoji(tx.db, id)
  await tx.db.deleteFrom('custom_emoji').where('id', '=', id).execute()
  forgetFiles(tx, [emoji.image_key, emoji.static_key])
  tx.emit({ type: 'settings.changed' })
  return emoji
}

/**
 * Removes some of another server's emoji, with their files.
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
  forgetFiles(
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

/** @throws ValidationFailed if it cannot stand in a text */
export function checkShortcode(shortcode: string): void {
  if (SHORTCODE.test(shortcode)) return
  throw new ValidationFailed('Shortcode must be 2 to 128 letters, digits and underscores')
}

function checkCategory({ category }: Partial<EmojiChoices>): void {
  if ([...(category ?? '')].length > MOST_CATEGORY) {
    throw new ValidationFailed(`Category is too long (maximum is ${MOST_CATEGORY} characters)`)
  }
}
