import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The only top-level entries of the repository that are packed: a checkout may also contain an
 * operator's files.
 */
const FOLDERS = '.ci bench bin conformance deploy docs locales scripts src test web'.split(' ')
const FILES = [
  '.dockerignore',
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
/** Names of files in the folders. No file that an operator may write passwords into: only its example. */
const NAME =
  /^(?:run|Caddyfile|Containerfile|[^.].*\.(?:ts|tsx|js|py|css|html|json|yaml|md|svg|png|ico|tsv|txt|po|pot|service|target|timer|conf|example|sh))$/
/** bytes; ten times the largest file of the repository */
const LARGEST = 8 << 20
/** maximum of files: three times the current number */
const MOST = 10_000

export interface SourceFile {
  /** relative to the root, with slashes */
  path: string
  size: number
  /** ms since 1970 */
  modifiedAt: number
  executable: boolean
}

/**
 * The repository's files in a checkout, without links, dotfiles and the given folders, which
 * contain a server's data.
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
