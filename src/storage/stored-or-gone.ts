import type { App } from '../app.ts'
import type { StorableExtension } from './content-types.ts'
import { newKey, type StorageKind } from './keys.ts'

/** A finished file. */
interface Finished {
  data: Uint8Array
  extension: StorableExtension
}

/** Stores a file and gives its key. */
export type Store = (kind: StorageKind, file: Finished) => Promise<string>

/**
 * Work that stores files and then writes the rows that name them: if it fails, the files go again.
 *
 * @param work stores by what it is given, and must not resolve unless the rows are committed
 */
export async function storedOrGone<T>(
  app: Pick<App, 'storage'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const stored: string[] = []
  try {
    return await work(async (kind, { data, extension }) => {
      const key = newKey(kind, extension)
      await app.storage.put(key, data)
      stored.push(key)
      return key
    })
  } catch (error) {
    for (const key of stored) await app.storage.remove(key)
    throw error
  }
}
