// npm run package:deb [-- --arch amd64|arm64] [--to FOLDER] [--compress xz|none]: makes rookery_VERSION_ARCH.deb.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exitWith, root } from '../runtime.js'
import {
  ARCHITECTURES,
  type Architecture,
  debianVersion,
  thisArchitecture,
} from './architecture.ts'
import { buildTime } from './build-time.ts'
import { layOut } from './contents.ts'
import { writeControl } from './control.ts'
import { neededLibraries } from './libraries.ts'
import { normalize } from './normalize.ts'

const COMPRESSIONS = ['xz', 'none']

interface Order {
  architecture: Architecture
  folder: string
  compression: string
}

/** @returns the path of the package */
async function make({ architecture, folder, compression }: Order): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const time = buildTime(root, process.env)
  const work = await mkdtemp(join(tmpdir(), 'rookery-deb-'))
  try {
    const tree = join(work, 'tree')
    await layOut(tree, { work, architecture, time })
    await writeControl(tree, {
      version: debianVersion(version),
      architecture,
      libraries: await neededLibraries(join(tree, 'usr/lib/rookery/node_modules')),
    })
    await normalize(tree, time)
    await mkdir(folder, { recursive: true })
    const file = join(folder, `rookery_${debianVersion(version)}_${architecture}.deb`)
    // more threads would cut the data where their number says
    const options = ['--root-owner-group', '--threads-max=1', `-Z${compression}`]
    execFileSync('dpkg-deb', [...options, '--build', tree, file], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return file
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function readOrder(args: string[]): Order {
  const { values } = parseArgs({
    args,
    options: {
      arch: { type: 'string', default: thisArchitecture() },
      to: { type: 'string', default: '.' },
      compress: { type: 'string', default: 'xz' },
    },
  })
  const architecture = ARCHITECTURES.find((known) => known === values.arch)
  if (architecture === undefined) {
    throw new Error(`--arch is one of ${ARCHITECTURES.join(', ')}, not "${values.arch}"`)
  }
  if (!COMPRESSIONS.includes(values.compress)) {
    throw new Error(`--compress is one of ${COMPRESSIONS.join(', ')}, not "${values.compress}"`)
  }
  return { architecture, folder: resolve(values.to), compression: values.compress }
}

try {
  process.stdout.write(`${await make(readOrder(process.argv.slice(2)))}\n`)
} catch (error) {
  exitWith((error as Error).message)
}
