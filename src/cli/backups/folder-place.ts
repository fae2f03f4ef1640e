import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../../kernel/base/durations.ts'
import { thisUser } from '../../kernel/base/system-users.ts'
import { syncFolders } from '../../kernel/storage/sync.ts'
import { CommandError } from '../command.ts'
import { isRemains } from './archive-name.ts'
import type { BackupPlace } from './place.ts'

/** ms since the last write after which nobody writes a file any more */
const ABANDONED = HOUR

/**
 * The folder must be there: a disk that is not mounted is no reason to fill the one below it.
 * @throws CommandError
 */
export async function openFolderPlace(folder: string, domain: string): Promise<BackupPlace> {
  const found = await stat(folder).catch((error) => {
    if (error.code !== 'EACCES') return null
    throw new CommandError(
      `${folder} cannot be reached: the user ${thisUser()} may not enter a folder above it; give it that right, or name another place`,
    )
  })
  if (found === null) throw new CommandError(`There is no folder ${folder}`)
  if (!found.isDirectory()) {
    throw new CommandError(`${folder} is a file: name the folder that the archives are in`)
  }
  return {
    description: folder,
    disk: folder,
    async list() {
      const entries = await readdir(folder, { withFileTypes: true })
      return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
    },
    async put(name, write) {
      const path = join(folder, name)
      await write(path)
      await syncFolders(folder, folder)
      return (await stat(path)).size
    },
    download: async (name) => join(folder, name),
    sizeInScratch: async () => 0,
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true })
    },
    async sweep() {
      for (const name of await readdir(folder)) {
        if (!isRemains(domain, name)) continue
        const path = join(folder, name)
        const { mtimeMs } = await stat(path)
        if (mtimeMs < Date.now() - ABANDONED) await rm(path, { force: true })
      }
    },
  }
}
