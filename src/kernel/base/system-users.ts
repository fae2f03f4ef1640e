import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

/** The name of the user that this process runs as, or its number where the system has no name for it. */
export function thisUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** A user as shown to people, and as `sudo -u` takes it. */
export interface SystemUser {
  name: string
  sudo: string
}

export function systemUser(uid: number): SystemUser {
  const name = nameOf(uid)
  return { name: name ?? String(uid), sudo: name ?? `'#${uid}'` }
}

/**
 * The folder that keeps this user from a path, with the user that it belongs to: the path itself, or one above it that
 * may not be entered. Null if it is this user's own, or root's, whose folders are not for a server.
 */
export function foreignFolder(path: string): { folder: string; owner: SystemUser } | null {
  const own = process.getuid?.()
  if (own === undefined || own === 0) return null
  for (let folder = path; ; folder = dirname(folder)) {
    const uid = ownerOf(folder)
    if (uid === null && folder !== dirname(folder)) continue
    const isInTheWay = uid !== null && (folder === path || !mayEnter(folder))
    return isInTheWay && uid !== own && uid !== 0 ? { folder, owner: systemUser(uid) } : null
  }
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid
  } catch {
    return null
  }
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function nameOf(uid: number): string | null {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find((user) => user[2] === `${uid}`)?.[0] ?? null
  } catch {
    return null // the system keeps its users elsewhere
  }
}
