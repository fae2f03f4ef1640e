import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../runtime.js'
import { type Architecture, cpuOf } from './architecture.ts'

/** Parts of the package with Node that only who compiles for it, or reads about it, needs: 60 MB. */
const UNNEEDED = ['include', 'share', 'CHANGELOG.md', 'README.md']

/** Installs what `npm pack` packs, with its packages of package-lock.json for one processor. */
export async function installProgram(
  folder: string,
  { work, architecture, time }: { work: string; architecture: Architecture; time: number },
): Promise<void> {
  await unpack(folder, work, time)
  const modules = join(work, 'packages')
  await mkdir(modules)
  for (const name of ['package.json', 'package-lock.json']) {
    await cp(join(root, name), join(modules, name))
  }
  const cpu = cpuOf(architecture)
  npm(modules, [
    ...['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--prefer-offline'],
    ...['--os=linux', `--cpu=${cpu}`, '--libc=glibc', '--no-audit', '--no-fund'],
  ])
  const installed = join(folder, 'node_modules')
  await rename(join(modules, 'node_modules'), installed)
  const unneeded = UNNEEDED.map((name) => join(installed, `node-linux-${cpu}`, name))
  // npm's own record, and links to programs of packages
  const records = ['.package-lock.json', '.bin'].map((name) => join(installed, name))
  for (const path of [...unneeded, ...records]) await rm(path, { recursive: true, force: true })
}

async function unpack(folder: string, work: string, time: number): Promise<void> {
  // the archive of the sources in it gets the time too
  npm(root, ['pack', '--pack-destination', work], { SOURCE_DATE_EPOCH: String(time) })
  const [archive = ''] = (await readdir(work)).filter((name) => name.endsWith('.tgz'))
  await mkdir(folder, { recursive: true })
  const from = ['-xzf', join(work, archive), '--strip-components=1', '--no-same-owner']
  execFileSync('tar', [...from, '-C', folder])
}

function npm(cwd: string, args: string[], added: NodeJS.ProcessEnv = {}): void {
  // what the npm that runs this was told is not meant for these
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_cache$)/i.test(name)),
  )
  execFileSync('npm', [...args, '--loglevel=error'], {
    cwd,
    env: { ...env, ...added },
    stdio: ['ignore', 2, 2],
  })
}
