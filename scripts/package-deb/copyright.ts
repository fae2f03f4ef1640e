import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../runtime.js'

const HEADER = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Rookery
Comment: Licenses of what others wrote are beside it:
 packages in the server and in the pages in /usr/lib/rookery/dist/licenses.txt and
 /usr/lib/rookery/dist.web/licenses.md, Node, sharp and libvips (LGPL-3.0-or-later, as
 a shared library) in their folders below /usr/lib/rookery/node_modules.
 The sources are in /usr/lib/rookery/dist.source.

Files: *
Copyright: the authors of Rookery
License: AGPL-3.0-or-later
`

/** The terms of the package. Debian has no copy of the AGPL, so the whole text is in it. */
export async function copyrightText(): Promise<string> {
  const license = await readFile(join(root, 'LICENSE'), 'utf8')
  const lines = license.trimEnd().split('\n')
  return HEADER + lines.map((line) => (line.trim() === '' ? ' .\n' : ` ${line}\n`)).join('')
}
