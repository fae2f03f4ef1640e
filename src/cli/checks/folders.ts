import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkSpace } from '../../features/health/disk.ts'
import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import type { Check } from './check.ts'

/** Checks that the data directory, and the media folder if there is one, are writable and have space. */
export const checkFolders: Check = async (config) => {
  const folders = new Map([
    [config.dataDir, 'DATA_DIR'],
    ...(config.s3 === null ? [[config.mediaStorage, 'MEDIA_STORAGE'] as const] : []),
  ])
  return [...[...folders].flatMap(([path, name]) => checkFolder(path, name)), ...checkSpace(config)]
}

function checkFolder(path: string, name: string): Finding[] {
  if (!existsSync(path)) {
    const parent = existing(dirname(path))
    const problem = writeProblem(parent)
    if (problem === null) return [ok(`${name} ${path} will be made at the first start`)]
    return [
      fail(
        `${name} ${path} cannot be made: ${problem}`,
        `Give this user the right to write to ${parent}`,
      ),
    ]
  }
  const problem = writeProblem(path)
  if (problem !== null) {
    const advice = 'Make the user that runs the server its owner: chown -R USER'
    return [fail(`${name} ${path} cannot be written: ${problem}`, `${advice} ${path}`)]
  }
  return [ok(`${name} ${path} can be written`), ...checkMode(path, name)]
}

/** The folder itself or its nearest existing parent. */
function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}

function writeProblem(folder: string): string | null {
  const file = join(folder, `.rookery-${randomUUID()}`)
  try {
    writeFileSync(file, '', { flag: 'wx' })
    rmSync(file)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** The data directory contains secrets and addresses. */
function checkMode(path: string, name: string): Finding[] {
  const open = name === 'DATA_DIR' && process.platform !== 'win32' && statSync(path).mode & 0o007
  if (!open) return []
  return [warn(`${name} ${path} can be entered by every user of this machine`, `chmod 700 ${path}`)]
}
