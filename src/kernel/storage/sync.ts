import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Resolves when the bytes of a file have reached the disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

/**
 * Resolves when the entries of a folder and of all its parents up to `root` have reached the disk.
 * Always the whole chain: another process may have created a folder without syncing it.
 */
export async function syncFolders(folder: string, root: string): Promise<void> {
  if (process.platform === 'win32') return // has no call to sync a folder
  for (let current = folder; ; current = dirname(current)) {
    const handle = await open(current, 'r')
    await handle.sync().finally(() => handle.close())
    if (current === root || current === dirname(current)) return
  }
}

/** Whether an error is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
