import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'

/** Some servers refuse to run as root: as root, tests run them as this user, who must be there then. */
const USER = 'postgres'

interface User {
  uid?: number
  gid?: number
}

/** Options of `spawn`, for servers that refuse to run as root. */
export function notRoot(): User {
  if (process.getuid?.() !== 0) return {}
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A new folder of the user that `notRoot` names; the folder of the test run is root's alone. */
export function newUserFolder(): string {
  const folder = mkdtempSync('/tmp/rookery-test-server-')
  const { uid, gid } = notRoot()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

function idOf(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, USER], { encoding: 'utf8' }).stdout)
}
