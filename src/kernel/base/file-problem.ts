import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Why the system refuses a file or folder, and what to do about it: the end of a line for the operator.
 * @param access to the file or folder `path`, or to what is needed above it
 */
export function fileProblem(error: unknown, path: string, access: 'read' | 'write'): string {
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `the user ${thisUser()} may not ${access} there; ${rightsFor(path, access)}`
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a file is where a folder has to be; move it away, or name another place'
    case 'ENOENT':
      return access === 'read'
        ? 'there is no such file'
        : 'it, or the folder above, is not there or is a link that leads nowhere; make that, or name another place'
    case 'EISDIR':
      return 'it is a folder, and has to be a file'
    case 'EROFS':
      return 'its disk is mounted read-only; mount it for writing, or name another place'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full; make room and start again'
    default:
      return `${message.split('\n', 1)[0]}; check its disk`
  }
}

function rightsFor(path: string, access: 'read' | 'write'): string {
  const user = thisUser()
  if (access === 'read') return `give it the right to read ${path} and to enter the folders above`
  if (!existsSync(path)) {
    return `make the folder as root (install -d -o ${user} -m 700 ${path}), or name another place`
  }
  return isOfRookery(path)
    ? `make it the owner (chown -R ${user} ${path}), or name another place`
    : 'name a folder that it owns'
}

/** Whether a folder holds data of a server: what else stands there would not take a change of owners well. */
export function isOfRookery(folder: string): boolean {
  if (['/', '/etc', '/tmp', '/usr', '/var', '/var/lib', '/var/tmp'].includes(resolve(folder))) {
    return false
  }
  return ['rookery.db', 'rookery.db.moved', 'server.lock.guard', 'owner'].some((name) =>
    existsSync(join(folder, name)),
  )
}

/** The name of the user that this process runs as, or its number where the system has no name for it. */
export function thisUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}
