import { join } from 'node:path'
import type { MediaPlace } from '../base/media-place.ts'
import { openDirectoryStorage } from './directory.ts'
import { cannotUse, type MediaSetting } from './start-failure.ts'
import type { MediaStorage } from './storage.ts'
import { openTemporaryFiles } from './temporary-files.ts'

export interface OpenStorageOptions {
  /** the names of a bucket's hidden files depend on it; asked for at the first need */
  secret: () => Promise<Buffer>
  /** gets one line for the operator when a store refuses or does not answer */
  onFailure?: (line: string) => void
  /** false: a folder that is missing is made for the first file only, so that looking makes nothing; default true */
  makes?: boolean
  /** names the place; default MEDIA_STORAGE */
  setting?: MediaSetting
}

/** Opens the folder or bucket of media files. The client of buckets is loaded only for a bucket. */
export async function openStorage(
  { mediaStorage, s3 }: MediaPlace,
  options: OpenStorageOptions,
): Promise<MediaStorage> {
  const { makes = true, setting = 'MEDIA_STORAGE' } = options
  if (s3 === null) return openDirectoryStorage(mediaStorage, { makes, setting })
  const temporary = await openTemporaryFiles(join(mediaStorage, 'tmp'), makes).catch((cause) => {
    throw cannotUse(mediaStorage, setting, cause)
  })
  const { openS3Storage } = await import('./s3/storage.ts')
  return openS3Storage(s3, { temporary, ...options })
}
