import type { Config } from '../../kernel/base/config.ts'
import { readMediaPlace } from '../../kernel/base/media-place.ts'
import { realPath } from '../../kernel/base/real-path.ts'
import { CommandError } from '../command.ts'
import { openFolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'

/**
 * @param text a folder, or the address of a bucket
 * @throws CommandError with what is wrong with it
 */
export async function openPlace(
  text: string,
  config: Config,
  env: NodeJS.ProcessEnv,
): Promise<BackupPlace> {
  const place = readPlace(text, config.dataDir, env)
  const { s3, mediaStorage: folder } = place
  if (s3 === null) {
    if (config.s3 === null) refuseInside(folder, config.mediaStorage, AMONG_MEDIA)
    refuseInside(folder, config.dataDir, AMONG_DATA)
    return openFolderPlace(folder, config.domain)
  }
  if (s3.bucket === config.s3?.bucket && s3.endpoint === config.s3.endpoint) {
    throw new CommandError(
      `The bucket ${s3.bucket} holds the media, which everybody may get, and a backup holds all secrets: take another bucket`,
      2,
    )
  }
  const { openBucketPlace } = await import('./bucket-place.ts')
  return openBucketPlace(s3, { scratch: config.dataDir, domain: config.domain })
}

function readPlace(text: string, dataDir: string, env: NodeJS.ProcessEnv) {
  try {
    return readMediaPlace(text, env, dataDir)
  } catch (error) {
    throw new CommandError(`The place of the backups ${(error as Error).message}`, 2)
  }
}

/** Proxies and backups of media may give out what stands among the media (A125). */
export const AMONG_MEDIA =
  'is in the folder of the media, which everybody may get, and a backup holds all secrets: take another folder'
const AMONG_DATA =
  'is in DATA_DIR, and what takes the data would take its backups too: take a folder elsewhere, best on another disk'

export function refuseInside(folder: string, other: string, reason: string): void {
  if (`${realPath(folder)}/`.startsWith(`${realPath(other)}/`)) {
    throw new CommandError(`${folder} ${reason}`, 2)
  }
}
