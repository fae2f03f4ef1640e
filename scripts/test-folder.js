// Plain JavaScript for Node 20: where tests keep their files while they run.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './process-lock.js'

const MEMORY = '/dev/shm'
const PREFIX = 'rookery-tests-'
const OLD_MS = 3_600_000 // no run takes so long
const GB = 1024 ** 3
// A test process stores a few hundred megabytes there at most.
const ROOM_PER_PROCESS = GB

/**
 * A folder in memory for the run, as tests wait for the disk more than for anything else: each server of theirs syncs
 * every commit. Nobody cuts its power. Null where there is none, too little of it, or where files cannot be run.
 */
export function makeFolderInMemory(processes = availableParallelism()) {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined) return null
  try {
    if (!canRunFiles(MEMORY)) return null
    clearAway()
    const { bavail, bsize } = statfsSync(MEMORY)
    const room = Math.min(bavail * bsize, freemem() / 2)
    if (room < processes * ROOM_PER_PROCESS) return null
    return mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
  } catch {
    return null
  }
}

/** Removes it with all that is left in it. */
export function removeFolder(folder) {
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
}

/** Removes those of runs that were killed. Where containers share the memory an owner may live unseen. */
function clearAway() {
  for (const name of readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX))) {
    const path = join(MEMORY, name)
    const owner = Number.parseInt(name.slice(PREFIX.length), 10)
    const isOld = Date.now() - statSync(path).mtimeMs > OLD_MS
    if (isOld && !isAlive(owner)) removeFolder(path)
  }
}

function canRunFiles(path) {
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, where]) => where === path)
  return mount !== undefined && !mount[3].split(',').includes('noexec')
}
