import type { App } from '../../kernel/core/app.ts'
import { type SentPicture, storePicture } from './pictures.ts'
import { changeProfile, type ProfileChange } from './profile.ts'

/** Pictures in a change; missing ones stay unchanged. */
export interface SentPictures {
  avatar?: SentPicture | undefined
  header?: SentPicture | undefined
}

/**
 * Changes a profile and its pictures, all or nothing: files are stored before the transaction that
 * names them, and removed if it fails.
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
    await app.storage.remove(stored)
    throw error
  }
}
