import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../runtime.js'

const UNITS = join(root, 'deploy/systemd')

/** A checkout in its place, and a package in its. The commands of the package read their settings by themselves. */
const INSTALLED: readonly [string, string][] = [
  ['WorkingDirectory=/opt/rookery', 'WorkingDirectory=/var/lib/rookery'],
  ['EnvironmentFile=/etc/rookery/environment', 'EnvironmentFile=-/etc/rookery/environment'],
  ['ExecStart=/usr/bin/node bin/rookery.js', 'ExecStart=/usr/bin/rookery'],
  ['CacheDirectory=rookery', 'CacheDirectory=rookery\nCacheDirectoryMode=0750'],
]

/** The units of deploy/systemd that make and check backups, as the package has them: name and content. */
export async function packagedTimers(): Promise<Map<string, string>> {
  const names = (await readdir(UNITS)).filter((name) => name.startsWith('rookery-backup'))
  const units = names.map(async (name) => {
    const text = await readFile(join(UNITS, name), 'utf8')
    return [name, name.endsWith('.service') ? installed(name, text) : text] as const
  })
  return new Map(await Promise.all(units))
}

function installed(name: string, text: string): string {
  return INSTALLED.reduce((unit, [there, here]) => {
    if (!unit.includes(`${there}`)) throw new Error(`deploy/systemd/${name} has no "${there}"`)
    return unit.replace(there, here)
  }, text)
}
