import { existsSync, readFileSync, statSync } from 'node:fs'
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
  const name = nameOf(uid)
  throw new StartError(
    `${setting} ${folder} belongs to the user ${name ?? uid}, who could not write what root makes there: run this as that user (sudo -u ${name ?? `'#${uid}'`} …)`,
  )
}

function nameOf(uid: number): string | null {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find((user) => user[2] === `${uid}`)?.[0] ?? null
  } catch {
    return null // the system keeps its users elsewhere
  }
}
