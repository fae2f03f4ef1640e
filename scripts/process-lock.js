// Plain JavaScript for Node 20: lock files that hold {"pid", "startedAt"} of their owning process.
import { readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const BEING_WRITTEN_MS = 10_000
const CLOCK_SLACK_MS = 60_000
const POLL_MS = 500

/** Whether a process with this id exists. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM' // it exists and belongs to another user
  }
}

/**
 * The holder of a lock file: its content, or null if there is no file or its process has ended.
 * A lock from before the last boot has no holder, even if another process has its id now.
 */
export function findHolder(file) {
  const text = readOrNull(file)
  if (text === null) return null
  const holder = parseOrNull(text)
  if (holder === null) return isFresh(file) ? { pid: 0 } : null
  const bootedAt = Date.now() - uptime() * 1000
  const startedAt = new Date(holder.startedAt ?? Date.now()).getTime()
  if (startedAt < bootedAt - CLOCK_SLACK_MS) return null
  // After a container's restart the id in the file may be our own.
  return holder.pid !== process.pid && isAlive(holder.pid) ? holder : null
}

/**
 * Takes a lock file; waits while another process holds it.
 *
 * @param {string} file
 * @param {{ onWait: (holder: any) => void, timeout: number }} options
 * onWait: called once, with the holder, before the first wait
 * timeout: in ms
 * @returns the function that releases the lock
 * @throws Error if it is still held after the timeout
 */
export async function takeLock(file, { onWait, timeout }) {
  const giveUpAt = Date.now() + timeout
  let waited = false
  while (!tryToTake(file)) {
    const holder = findHolder(file)
    if (holder === null) removeStale(file)
    else if (Date.now() > giveUpAt) throw new Error(`Process ${holder.pid} still holds ${file}.`)
    else {
      if (!waited) onWait(holder)
      waited = true
      await sleep(POLL_MS)
    }
  }
  return () => unlinkSync(file)
}

function tryToTake(file) {
  try {
    const content = JSON.stringify({ pid: process.pid, startedAt: Date.now() })
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

// Renamed first: of several processes that found the same stale lock only one moves it away, and a process that
// moved a fresh lock by mistake puts it back.
function removeStale(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (findHolder(aside) === null) unlinkSync(aside)
  else renameSync(aside, file)
}

function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function parseOrNull(text) {
  try {
    const holder = JSON.parse(text)
    return Number.isSafeInteger(holder?.pid) && holder.pid > 0 ? holder : null
  } catch {
    return null
  }
}

// Opened and not yet written to, or left empty by a full disk: only its age distinguishes these.
function isFresh(file) {
  try {
    return Date.now() - statSync(file).mtimeMs < BEING_WRITTEN_MS
  } catch {
    return false
  }
}
