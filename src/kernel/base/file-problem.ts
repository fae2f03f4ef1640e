import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { foreignFolder, thisUser } from './system-users.ts'

export const READ_ONLY =
  'its disk is mounted read-only; mount it for writing, or name another place'

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
      if (access === 'read') return 'there is no such file'
      return isReadOnly(path)
        ? READ_ONLY
        : 'it, or the folder above, is not there or is a link that leads nowhere; make that, or name another place'
    case 'EISDIR':
      return 'it is a folder, and has to be a file'
    case 'EROFS':
      return READ_ONLY
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full; make room and start again'
    default:
      return `${message.split('\n', 1)[0]}; check its disk`
  }
}

/** Whether the disk of a path takes no writes: Node says ENOENT where it was to make several folders there. */
export function isReadOnly(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    try {
      accessSync(at, constants.W_OK)
      return false
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' || at === dirname(at)) return code === 'EROFS'
    }
  }
}

function rightsFor(path: string, access: 'read' | 'write'): string {
  const user = thisUser()
  if (access === 'read') return `give it the right to read ${path} and to enter the folders above`
  const foreign = rightsOfOther(path)
  if (foreign !== null) return foreign
  if (!existsSync(path)) {
    return `make the folder as root (install -d -o ${user} -m 700 ${path}), or name another place`
  }
  return isOfRookery(path)
    ? `make it the owner (chown -R ${user} ${path}), or name another place`
    : 'name a folder that it owns'
}

/**
 * The way to a path that another user's folder bars: a new folder in its place would become a second, empty server. Null if
 * none does.
 */
export function rightsOfOther(path: string): string | null {
  const foreign = foreignFolder(path)
  if (foreign === null) return null
  const { folder, owner } = foreign
  const text = `${folder} belongs to the user ${owner.name}: run this as that user (sudo -u ${owner.sudo} …)`
  return isReadable(folder) && !isOfRookery(folder)
    ? `${text}, or name another place`
    : `${text}, or make it yours as root (chown -R ${thisUser()} ${folder})`
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK)
    return true
  } catch {
    return false
  }
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
