import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Top-level entries of the repository, and nothing else: a checkout has an operator's files beside them. */
const FOLDERS = ['.ci', 'bench', 'bin', 'conformance', 'docs', 'scripts', 'src', 'test', 'web']
const FILES = [
  '.gitignore',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'FEDERATION.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'exec.cmd',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]
/** of the files in the folders; `.ci/run` has none */
const NAME = /^(?:run|[^.].*\.(?:ts|tsx|js|css|html|json|md|svg|png|ico|tsv|txt))$/
/** bytes; the largest file of the repository has a tenth of it */
const LARGEST = 8 << 20
/** files: three times as many as there are */
const MOST = 10_000

export interface SourceFile {
  /** with slashes, from the top */
  path: string
  size: number
  /** ms since 1970 */
  modifiedAt: number
  executable: boolean
}

/**
 * The files of the repository as they lie in a checkout: no links, nothing that begins with a dot, and nothing of
 * the folders that are named, in which a server keeps its data.
 *
 * @param apart absolute paths
 */
export async function listSources(root: string, apart: readonly string[]): Promise<SourceFile[]> {
  const found: SourceFile[] = []
  for (const path of FILES) await add(found, root, path)
  for (const folder of FOLDERS) await addFolder(found, { root, apart, path: folder })
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

interface Folder {
  root: string
  apart: readonly string[]
  path: string
}

async function addFolder(found: SourceFile[], { root, apart, path }: Folder): Promise<void> {
  if (apart.includes(join(root, path))) return
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (found.length >= MOST) return
    const inside = `${path}/${entry.name}`
    const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules'
    if (entry.isDirectory() && !isHidden) await addFolder(found, { root, apart, path: inside })
    else if (entry.isFile() && NAME.test(entry.name)) await add(found, root, inside)
  }
}

async function add(found: SourceFile[], root: string, path: string): Promise<void> {
  const file = await lstat(join(root, path)).catch(() => null)
  if (file === null || !file.isFile() || file.size > LARGEST) return
  const { size, mtimeMs, mode } = file
  found.push({ path, size, modifiedAt: mtimeMs, executable: (mode & 0o100) !== 0 })
}
