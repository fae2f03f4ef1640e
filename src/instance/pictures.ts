import type { App } from '../app.ts'
import type { MediaInput } from '../processing/input.ts'
import { ICON_SIZES, processBanner, processIcon } from '../processing/profile-images.ts'
import { forgetFiles } from '../storage/forget-files.ts'
import { type Store, storedOrGone } from '../storage/stored-or-gone.ts'
import type { Tx } from '../transact.ts'
import { changeSetting, loadSettings, type Settings } from './settings.ts'

/** Settings that are pictures of the server. */
export type PictureSetting = 'banner' | 'icon'

/** Characters of what a banner shows. */
export const BANNER_DESCRIPTION = 1500

/** A picture as it is sent, or what of it changes. */
export interface SentBanner {
  /** undefined: the picture stays */
  input: MediaInput | undefined
  /** undefined: the description stays */
  description: string | undefined
}

/**
 * Gives the server another banner, or another description of the one that it has. The files that it had go by a job.
 *
 * @param transact opens the transaction: of the staff, or of the operator
 * @throws MediaRejected
 */
export function saveBanner<T>(
  app: Pick<App, 'storage'>,
  { input, description }: SentBanner,
  transact: (change: (tx: Tx) => Promise<boolean>) => Promise<T>,
): Promise<T> {
  return storedOrGone(app, async (store) => {
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

/** Gives the server another icon; as above. @throws MediaRejected */
export function saveIcon<T>(
  app: Pick<App, 'storage'>,
  input: MediaInput,
  transact: (change: (tx: Tx) => Promise<boolean>) => Promise<T>,
): Promise<T> {
  return storedOrGone(app, async (store) => {
    const made = await processIcon(input)
    const keys: Record<string, string> = {}
    for (const size of ICON_SIZES) keys[size] = await store('site', made[size])
    return transact((tx) => changePicture(tx, 'icon', { keys }))
  })
}

/**
 * Puts a picture in the place of the one that was there; null takes it away.
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
  forgetFiles(
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
