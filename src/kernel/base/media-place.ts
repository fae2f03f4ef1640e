import { demandPlain, isAddress, readPath } from './path-setting.ts'
import { isS3Address, readS3Config, type S3Config } from './s3-config.ts'
import { shown } from './shown-setting.ts'

/** Where media files are stored. */
export interface MediaPlace {
  /** absolute path of a folder; beside a bucket it has only files that are being written */
  mediaStorage: string
  /** the bucket, or null if they are in the folder */
  s3: S3Config | null
}

/**
 * Reads a folder's path, or the address of a bucket.
 *
 * @param scratch folder for files that are being written, if it is a bucket
 * @throws Error with what is wrong with it
 */
export function readMediaPlace(
  text: string,
  env: Record<string, string | undefined>,
  scratch: string,
): MediaPlace {
  demandPlain(text)
  if (isS3Address(text)) return { mediaStorage: scratch, s3: readS3Config(text, env) }
  // the current folder is nobody's wish
  if (text.trim() === '' || isAddress(text)) {
    throw new Error(`must be a folder or s3://…, not "${shown(text)}"`)
  }
  return { mediaStorage: readPath(text), s3: null }
}

/** The place as shown to people. */
export function describeMediaPlace({ mediaStorage, s3 }: MediaPlace): string {
  return s3 === null ? mediaStorage : `s3://${s3.bucket}/${s3.prefix} at ${s3.endpoint}`
}
