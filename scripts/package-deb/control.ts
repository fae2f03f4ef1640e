import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Architecture, nodeOf } from './architecture.ts'
import { MAINTAINER } from './changelog.ts'
import { sizeOf } from './normalize.ts'

const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm']
/** The question of a purge, for debconf. */
const TEMPLATES = join(import.meta.dirname, 'maintainer/templates.txt')

export interface Facts {
  /** in Debian's form */
  version: string
  architecture: Architecture
  /** of neededLibraries() */
  libraries: readonly string[]
}

/** Writes the folder DEBIAN of a package whose contents are laid out. */
export async function writeControl(tree: string, facts: Facts): Promise<void> {
  const bytes = await sizeOf(tree)
  const sums = await md5sums(tree)
  const folder = join(tree, 'DEBIAN')
  await mkdir(folder)
  await writeFile(join(folder, 'control'), controlText(facts, bytes))
  await writeFile(join(folder, 'md5sums'), sums)
  await copyFile(TEMPLATES, join(folder, 'templates'))
  for (const name of SCRIPTS) {
    await writeFile(join(folder, name), await maintainerScript(name, facts))
  }
}

/** @param bytes of all files */
export function controlText({ version, architecture, libraries }: Facts, bytes: number): string {
  const depends = [
    ...libraries,
    'adduser',
    'ca-certificates',
    'init-system-helpers (>= 1.52)',
    'debconf (>= 0.5) | debconf-2.0',
  ]
  return `Package: rookery
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${depends.join(', ')}
Recommends: ffmpeg
Suggests: postgresql, bash-completion
Section: net
Priority: optional
Description: federated social server
 A server for people who post to each other and to the fediverse. It speaks
 ActivityPub with other servers and the API of Mastodon with apps, has a web
 client and an administration of its own, gets its certificate by itself, and
 keeps everything in SQLite or PostgreSQL.
 .
 The package brings the Node that the server runs on.
`
}

/** A script that dpkg runs, with the facts that it needs. */
export async function maintainerScript(
  name: string,
  { version, architecture }: Omit<Facts, 'libraries'>,
): Promise<string> {
  const text = await readFile(join(import.meta.dirname, `maintainer/${name}.sh`), 'utf8')
  return text.replaceAll('@VERSION@', version).replaceAll('@NODE@', nodeOf(architecture))
}

/** For `dpkg --verify`. */
async function md5sums(tree: string): Promise<string> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(tree.length + 1))
    .sort()
  const lines = await Promise.all(
    files.map(async (path) => {
      const hash = createHash('md5').update(await readFile(join(tree, path)))
      return `${hash.digest('hex')}  ${path}\n`
    }),
  )
  return lines.join('')
}
