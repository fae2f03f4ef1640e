import { join } from 'node:path'
import type { MediaPlace } from '../base/media-place.ts'
import { openDirectoryStorage } from './directory.ts'
import { cannotUse } from './start-failure.ts'
import type { MediaStorage } from './storage.ts'
import { openTemporaryFiles } from './temporary-files.ts'

export interface OpenStorageOptions {
  /** the names of a bucket's hidden files depend on it; asked for at the first need */
  secret: () => Promise<Buffer>
  /** gets one line for the operator when a store refuses or does not answer */
  onFailure?: (line: string) => void
}

/** Opens the folder or bucket of media files. The client of buckets is loaded only for a bucket. */
export async function openStorage(
  { mediaStorage, s3 }: MediaPlace,
  options: OpenStorageOptions,
): Promise<MediaStorage> {
  if (s3 === null) return openDirectoryStorage(mediaStorage)
  const temporary = await openTemporaryFiles(join(mediaStorage, 'tmp')).catch((cause) => {
    throw cannotUse(mediaStorage, cause)
  })
  const { openS3Storage } = await import('./s3/storage.ts')
  return openS3Storage(s3, { temporary, ...options })
}
