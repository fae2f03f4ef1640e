import type { StorableExtension } from './content-types.ts'
import { newKey, type StorageKind } from './keys.ts'
import type { MediaStorage } from './storage.ts'

/** A finished file. */
interface Finished {
  data: Uint8Array
  extension: StorableExtension
}

/** Stores a file and returns its key. */
export type Store = (kind: StorageKind, file: Finished) => Promise<string>

/**
 * Runs work that stores files and then writes the rows that name them: if it fails, the files are removed.
 *
 * @param work stores with the function it gets, and must not resolve before the rows are committed
 */
export async function storeOrRemove<T>(
  { storage }: { storage: MediaStorage },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const stored: string[] = []
  try {
    return await work(async (kind, { data, extension }) => {
      const key = newKey(kind, extension)
      await storage.put(key, data)
      stored.push(key)
      return key
    })
  } catch (error) {
    await storage.remove(stored)
    throw error
  }
}
