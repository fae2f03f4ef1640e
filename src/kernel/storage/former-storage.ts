import type { MediaStorage } from './storage.ts'

/**
 * A storage in whose place another one stood until now: files that have not been moved yet are read from there, so
 * both can be in use while `rookery media move` runs.
 */
export function withFormerStorage(storage: MediaStorage, former: MediaStorage): MediaStorage {
  return {
    ...storage,
    open: async (key) => (await storage.open(key)) ?? (await former.open(key)),
    // the former one first: the move copies the state that a file has there
    async setHidden(key, hidden) {
      await former.setHidden(key, hidden)
      await storage.setHidden(key, hidden)
    },
    async remove(keys) {
      await former.remove(keys)
      await storage.remove(keys)
    },
  }
}
