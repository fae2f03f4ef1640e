import { existsSync, statSync } from 'node:fs'
import { systemUser } from '../base/system-users.ts'
import { StartError } from './start-error.ts'

/**
 * Refuses root where the folder belongs to somebody else: the files that root makes there, SQLite's too, could not be
 * written by the server afterwards.
 *
 * @param setting the variable that names the folder
 * @throws StartError
 */
export function refuseRootFor(
  folder: string,
  setting: 'DATA_DIR' | 'MEDIA_STORAGE' | 'MEDIA_STORAGE_OLD',
): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return
  const { uid } = statSync(folder)
  if (uid === 0) return
  const { name, sudo } = systemUser(uid)
  throw new StartError(
    `${setting} ${folder} belongs to the user ${name}, who could not write what root makes there: run this as that user (sudo -u ${sudo} …)`,
  )
}
