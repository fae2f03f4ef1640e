import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../runtime.js'
import { type Architecture, nodeOf } from './architecture.ts'
import { debianChangelog } from './changelog.ts'
import { completionOf } from './completion.ts'
import { copyrightText } from './copyright.ts'
import { describedCommands } from './described-commands.ts'
import { manualOf } from './manual.ts'
import { installProgram } from './program.ts'
import { packagedTimers } from './timers.ts'

const HERE = import.meta.dirname

interface Place {
  /** a folder for what is not in the package */
  work: string
  architecture: Architecture
  /** seconds since 1970 */
  time: number
}

/** Lays out everything that the package installs. */
export async function layOut(tree: string, { work, architecture, time }: Place): Promise<void> {
  await cp(join(HERE, 'root'), tree, { recursive: true })
  const program = join(tree, 'usr/lib/rookery')
  await installProgram(program, { work, architecture, time })
  await copySystem(tree, program, architecture)
  for (const [name, unit] of await packagedTimers()) {
    await write(join(tree, 'usr/lib/systemd/system', name), unit)
  }
  const commands = await describedCommands()
  const { version } = JSON.parse(await readFile(join(program, 'package.json'), 'utf8'))
  const share = join(tree, 'usr/share')
  await write(join(share, 'bash-completion/completions/rookery'), completionOf(commands))
  await write(join(share, 'man/man1/rookery.1.gz'), zipped(manualOf(commands, { version, time })))
  const documents = join(share, 'doc/rookery')
  await write(join(documents, 'copyright'), await copyrightText())
  await write(join(documents, 'changelog.gz'), zipped(debianChangelog(version, time)))
  const changes = await readFile(join(root, 'CHANGELOG.md'))
  await write(join(documents, 'CHANGELOG.md.gz'), zipped(changes))
  await write(join(documents, 'README.md.gz'), zipped(await readFile(join(root, 'README.md'))))
}

/** The way into the program, and the settings of the machine, which an installed package has beside it. */
async function copySystem(tree: string, program: string, architecture: Architecture) {
  await cp(join(HERE, 'system'), join(program, 'system'), {
    recursive: true,
    filter: (path) => !path.endsWith('.sh'),
  })
  const wrapper = await readFile(join(HERE, 'system/rookery.sh'), 'utf8')
  await write(join(tree, 'usr/bin/rookery'), wrapper.replaceAll('@NODE@', nodeOf(architecture)))
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

function zipped(content: string | Uint8Array): Uint8Array {
  return gzipSync(content, { level: 9 })
}
