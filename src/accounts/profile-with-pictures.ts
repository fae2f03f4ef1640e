import type { App } from '../app.ts'
import { type SentPicture, storePicture } from './pictures.ts'
import { changeProfile, type ProfileChange } from './profile.ts'

/** Pictures that were sent with a change; what is not given stays as it is. */
export interface SentPictures {
  avatar?: SentPicture | undefined
  header?: SentPicture | undefined
}

/**
 * Changes a profile and its pictures, all or nothing: files are stored before the transaction that
 * names them, and go again if it fails.
 *
 * @throws InvalidFields as `changeProfile` and `storePicture` do
 */
export async function changeProfileWithPictures(
  app: App,
  accountId: string,
  texts: Omit<ProfileChange, 'avatar' | 'header'>,
  sent: SentPictures,
): Promise<void> {
  const change: ProfileChange = { ...texts }
  const stored: string[] = []
  try {
    for (const kind of ['avatar', 'header'] as const) {
      const picture = sent[kind]
      if (picture !== undefined) change[kind] = await storePicture(app, kind, picture, stored)
    }
    await app.transact((tx) => changeProfile(tx, accountId, change))
  } catch (error) {
    for (const key of stored) await app.storage.remove(key)
    throw error
  }
}
