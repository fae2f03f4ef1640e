import { statSync } from 'node:fs'
import type { MediaPlace } from '../base/media-place.ts'
import { StartError } from '../db/start-error.ts'
import { withFormerStorage } from './former-storage.ts'
import { type OpenStorageOptions, openStorage } from './open-storage.ts'
import type { MediaStorage } from './storage.ts'

/** The settings of the places of media files. */
export interface MediaPlaces extends MediaPlace {
  formerMedia: MediaPlace | null
}

/**
 * Opens the place of media files, and behind it the one of before, if there is one.
 * @throws StartError with one line if one cannot be used; StorageFull
 */
export async function openMedia(
  places: MediaPlaces,
  options: OpenStorageOptions,
): Promise<MediaStorage> {
  const { formerMedia } = places
  const missing = missingFormer(places)
  if (missing !== null) {
    throw new StartError(`${missing.problem}: ${missing.advice}`, { isSetting: true })
  }
  const storage = await openStorage(places, options)
  if (formerMedia === null) return storage
  const former = { ...options, makes: false, setting: 'MEDIA_STORAGE_OLD' } as const
  return withFormerStorage(storage, await openStorage(formerMedia, former))
}

/** About an old place that is not there, or null: an empty one in its place would hide that the files are elsewhere. */
export function missingFormer({
  formerMedia,
}: Pick<MediaPlaces, 'formerMedia'>): { problem: string; advice: string } | null {
  if (formerMedia === null || formerMedia.s3 !== null || isThere(formerMedia.mediaStorage)) {
    return null
  }
  return {
    problem: `MEDIA_STORAGE_OLD ${formerMedia.mediaStorage} is no folder`,
    advice: 'name the one that the files were in before, or unset it if all are in MEDIA_STORAGE',
  }
}

function isThere(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch (error) {
    // what may not be looked at is told of when it is opened
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}
