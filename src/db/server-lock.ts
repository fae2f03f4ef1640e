import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy, isFull } from './sqlite/errors.ts'
import { prepareDataDir } from './sqlite/file.ts'
import { StartError } from './start-error.ts'

/** What `DATA_DIR/server.lock` tells about the server that runs there. */
export interface ServerInfo {
  pid: number
  /** ms since 1970 */
  startedAt: number
  host: string
  /** 0 for one that listens nowhere: it restores a backup */
  port: number
  /** folder that the program was started from */
  checkout: string
}

/** The lock of the server that runs; it goes when it is disposed of, or with the process. */
export interface ServerLock extends Disposable {
  /** the port, where the system chose one */
  listensOn(port: number): void
}

/**
 * Makes this process the only server on the data directory (or the only one that restores into it)
 * until it releases the lock or ends, however it ends: the lock is the system's, the file only says
 * who holds it.
 *
 * @throws StartError if another process holds it
 */
export function takeServerLock(
  dataDir: string,
  holder: Omit<ServerInfo, 'pid' | 'startedAt'>,
): ServerLock {
  prepareDataDir(dataDir)
  const guard = guardIn(dataDir)
  if (guard === null) throw new StartError(heldBy(dataDir, readInfo(dataDir)))
  const forget = () => rmSync(lockFile(dataDir), { force: true })
  const tell = (port: number) =>
    writeInfo(dataDir, { pid: process.pid, startedAt: Date.now(), ...holder, port })
  tell(holder.port)
  // a stop that takes too long ends the process without disposing of anything
  process.on('exit', forget)
  return {
    listensOn: tell,
    [Symbol.dispose]() {
      process.off('exit', forget)
      forget()
      guard.close()
    },
  }
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'server.lock')
}

/** @throws StartError if the lock can be neither taken nor held by somebody else */
function guardIn(dataDir: string): DatabaseSync | null {
  try {
    return tryGuard(dataDir)
  } catch (cause) {
    throw notWritable(dataDir, cause)
  }
}

function notWritable(dataDir: string, cause: unknown): StartError {
  const text = isFull(cause)
    ? 'its disk is full; make room and start again'
    : `${(cause as Error).message}; check its owner, its permissions and how the disk is mounted`
  return new StartError(`DATA_DIR ${dataDir} cannot be written: ${text}`, { cause })
}

/** SQLite's lock on an empty file: the one lock that Node has on every system. */
function tryGuard(dataDir: string): DatabaseSync | null {
  const guard = new DatabaseSync(`${lockFile(dataDir)}.guard`, { timeout: 0 })
  try {
    // a journal on the disk would need room for nothing
    guard.exec('pragma journal_mode = memory; begin exclusive')
    return guard
  } catch (error) {
    guard.close()
    if (isBusy(error)) return null
    throw error
  }
}

/**
 * Where the disk is full, nothing is told: the lock is the guard.
 * @throws StartError if the folder cannot be written
 */
function writeInfo(dataDir: string, info: ServerInfo): void {
  const file = lockFile(dataDir)
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(info)}\n`)
    renameSync(`${file}.new`, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!['ENOSPC', 'EDQUOT'].includes(code)) throw notWritable(dataDir, error)
    for (const stale of [`${file}.new`, file]) rmSync(stale, { force: true })
  }
}

/** The process that has locked the data directory now, or null. */
export function runningServer(dataDir: string): ServerInfo | null {
  const info = readInfo(dataDir)
  try {
    if (info !== null) process.kill(info.pid, 0)
    return info
  } catch (error) {
    // somebody else's process is one that runs
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? info : null
  }
}

function readInfo(dataDir: string): ServerInfo | null {
  try {
    return JSON.parse(readFileSync(lockFile(dataDir), 'utf8'))
  } catch {
    return null // it is being written or removed this moment
  }
}

function heldBy(dataDir: string, info: ServerInfo | null): string {
  const who =
    info === null ? '' : ` (process ${info.pid}${info.port === 0 ? '' : `, port ${info.port}`})`
  return `A server already uses ${dataDir}${who}; stop it first or set another DATA_DIR`
}
