import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Check, type Finding, fail, ok, reasonOf, warn } from './finding.ts'

const GIGABYTE = 1024 ** 3
/** below these limits a server fails soon, or at once */
const LITTLE_SPACE = 5 * GIGABYTE
const NO_SPACE = GIGABYTE / 4

/** Checks that the data directory, and the media folder if there is one, are writable and have space. */
export const checkFolders: Check = async (config) => {
  const folders = new Map([
    [config.dataDir, 'DATA_DIR'],
    ...(config.s3 === null ? [[config.mediaStorage, 'MEDIA_STORAGE'] as const] : []),
  ])
  return [...folders].flatMap(([path, name]) => checkFolder(path, name))
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
  return [ok(`${name} ${path} can be written`), ...checkMode(path, name), checkSpace(path, name)]
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

function checkSpace(path: string, name: string): Finding {
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  const text = `${(free / GIGABYTE).toFixed(1)} GB are free for ${name}`
  if (free < NO_SPACE) return fail(text, 'Make room: without it nothing can be posted')
  if (free < LITTLE_SPACE) return warn(text, 'Make room before uploads and backups use it up')
  return ok(text)
}
