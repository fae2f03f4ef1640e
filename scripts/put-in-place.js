// Plain JavaScript for Node 20: replaces a built folder by a fresh one.
import { rename, rm } from 'node:fs/promises'

/**
 * Replaces a folder, which need not exist, by a fresh one. Readers find the old files, the new ones or, for a moment,
 * none, never some of each. Several may do this at once, as two starts of the suite do: one of their folders stays.
 */
export async function putInPlace(fresh, place) {
  const old = `${fresh}.old`
  for (;;) {
    await rename(place, old).catch(ignore('ENOENT'))
    try {
      await rename(fresh, place)
      break
    } catch (error) {
      // another one was put there meanwhile
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      await rm(old, { recursive: true, force: true })
    }
  }
  await rm(old, { recursive: true, force: true })
}

const ignore = (code) => (error) => {
  if (error.code !== code) throw error
}
