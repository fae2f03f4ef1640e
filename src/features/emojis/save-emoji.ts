import type { App } from '../../kernel/core/app.ts'
import type { StorableExtension } from '../../kernel/storage/content-types.ts'
import { storeOrRemove } from '../../kernel/storage/store-or-remove.ts'
import { changeEmoji, checkShortcode, createEmoji } from './manage-emojis.ts'

interface Picture {
  data: Uint8Array
  extension: StorableExtension
}

export interface NewEmoji {
  /** without colons */
  shortcode: string
  /** null: none; undefined: unchanged */
  category: string | null | undefined
  /** from `processEmoji`; null `still`: the original serves for both */
  picture: { original: Picture; still: Picture | null }
  /** whether an existing local emoji with this shortcode gets the new picture */
  overwrite: boolean
}

/**
 * Stores a local custom emoji, for the operator.
 *
 * @returns the action; `kept`: the shortcode exists, and its emoji stays unchanged
 * @throws ValidationFailed if the shortcode is invalid, or was taken meanwhile
 */
export async function saveEmoji(app: App, emoji: NewEmoji): Promise<'added' | 'replaced' | 'kept'> {
  const { shortcode, category, picture, overwrite } = emoji
  checkShortcode(shortcode)
  const known = await app.db
    .selectFrom('custom_emoji')
    .select('id')
    .where('shortcode', '=', shortcode)
    .where('domain', 'is', null)
    .executeTakeFirst()
  if (known !== undefined && !overwrite) return 'kept'
  return storeOrRemove(app, async (store) => {
    const image_key = await store('emojis', picture.original)
    const static_key = picture.still === null ? image_key : await store('emojis', picture.still)
    const keys = { image_key, static_key }
    if (known === undefined) {
      const chosen = { category: category ?? null, visible_in_picker: true, disabled: false }
      await app.transact((tx) => createEmoji(tx, { shortcode, ...chosen, ...keys }))
      return 'added'
    }
    const chosen = category === undefined ? {} : { category }
    await app.transact((tx) => changeEmoji(tx, known.id, { ...chosen, keys }))
    return 'replaced'
  })
}
