import { chmod, lutimes, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Programs, and the scripts that dpkg runs. */
const RUNS =
  /^(?:usr\/bin\/.*|usr\/lib\/rookery\/node_modules\/node-linux-[^/]+\/bin\/node|DEBIAN\/(?:pre|post)(?:inst|rm))$/
/** Settings hold passwords; postinst lets the system user read them. */
const SECRET = /^etc\/rookery\/environment$/

/** Gives all files one time, and the rights that they shall have whatever the umask of who builds. */
export async function normalize(tree: string, time: number): Promise<void> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  const files = entries.filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name)
    await chmod(file, modeOf(file.slice(tree.length + 1)))
    await lutimes(file, time, time)
  }
  for (const folder of [...folders.map((one) => join(one.parentPath, one.name)), tree]) {
    await chmod(folder, 0o755)
    await lutimes(folder, time, time)
  }
  const other = entries.filter((entry) => !entry.isDirectory() && !entry.isFile())
  if (other.length > 0) throw new Error(`Neither file nor folder: ${other[0]!.name}`)
}

function modeOf(path: string): number {
  if (SECRET.test(path)) return 0o600
  return RUNS.test(path) ? 0o755 : 0o644
}

/** Bytes of all files, as they are. */
export async function sizeOf(tree: string): Promise<number> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
