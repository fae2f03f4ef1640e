import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { enqueueFileRemoval } from '../../kernel/jobs/remove-stored-files.ts'
import type { MediaInput } from '../../kernel/processing/input.ts'
import { ICON_SIZES, processBanner, processIcon } from '../../kernel/processing/profile-images.ts'
import { type Store, storeOrRemove } from '../../kernel/storage/store-or-remove.ts'
import { changeSetting, loadSettings, type Settings } from './settings.ts'

/** Settings that are pictures of the server. */
export type PictureSetting = 'banner' | 'icon'

/** Maximum of characters of a banner's description. */
export const BANNER_DESCRIPTION = 1500

/** A new banner, or changed parts of it. */
export interface SentBanner {
  /** undefined: unchanged */
  input: MediaInput | undefined
  /** undefined: unchanged */
  description: string | undefined
}

/**
 * Changes the server's banner or its description. A job removes the former files.
 *
 * @param transact opens the transaction: of the staff, or of the operator
 * @throws MediaRejected
 */
export function saveBanner<T>(
  app: Pick<App, 'storage'>,
  { input, description }: SentBanner,
  transact: (change: (tx: Tx) => Promise<boolean>) => Promise<T>,
): Promise<T> {
  return storeOrRemove(app, async (store) => {
    const made = input === undefined ? null : await storeBanner(store, input)
    return transact(async (tx) => {
      const { banner } = await loadSettings(tx.db)
      const picture = made ?? banner
      if (picture === null) return false
      const shown = { ...picture, description: description ?? banner?.description ?? '' }
      return changePicture(tx, 'banner', shown)
    })
  })
}

async function storeBanner(store: Store, input: MediaInput) {
  const made = await processBanner(input)
  return {
    key_1x: await store('site', made['@1x']),
    key_2x: await store('site', made['@2x']),
    blurhash: made.blurhash,
  }
}

/** Changes the server's icon, as `saveBanner`. @throws MediaRejected */
export function saveIcon<T>(
  app: Pick<App, 'storage'>,
  input: MediaInput,
  transact: (change: (tx: Tx) => Promise<boolean>) => Promise<T>,
): Promise<T> {
  return storeOrRemove(app, async (store) => {
    const made = await processIcon(input)
    const keys: Record<string, string> = {}
    for (const size of ICON_SIZES) keys[size] = await store('site', made[size])
    return transact((tx) => changePicture(tx, 'icon', { keys }))
  })
}

/**
 * Replaces a picture; null removes it.
 * @returns whether that changes anything
 */
export async function changePicture<Name extends PictureSetting>(
  tx: Tx,
  name: Name,
  picture: Settings[Name],
): Promise<boolean> {
  const before = await loadSettings(tx.db)
  if (JSON.stringify(before[name]) === JSON.stringify(picture)) return false
  await changeSetting(tx, name, picture)
  const kept = new Set(pictureKeys({ banner: null, icon: null, [name]: picture }))
  enqueueFileRemoval(
    tx,
    pictureKeys({ banner: null, icon: null, [name]: before[name] }).filter((key) => !kept.has(key)),
  )
  return true
}

/** Storage keys of the server's pictures. */
export function pictureKeys({ banner, icon }: Pick<Settings, PictureSetting>): string[] {
  return [
    ...(banner === null ? [] : [banner.key_1x, banner.key_2x]),
    ...(icon === null ? [] : Object.values(icon.keys)),
  ]
}
