import { statfsSync } from 'node:fs'

/** Bytes that this user may still write to the file system of a path. @throws Error where it says nothing */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
