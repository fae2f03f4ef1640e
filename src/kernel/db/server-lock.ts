import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileProblem } from '../base/file-problem.ts'
import { codeOf, isBusy, isFull } from './sqlite/errors.ts'
import { prepareDataDir } from './sqlite/file.ts'
import { StartError } from './start-error.ts'

/** The content of `DATA_DIR/server.lock`, or of `server-PID.lock` where several processes share the folder. */
export interface ServerInfo {
  pid: number
  /** ms since 1970 */
  startedAt: number
  host: string
  /** 0 for a process that does not listen: it restores a backup */
  port: number
  /** folder that the program was started from */
  checkout: string
}

/** The lock of the running server; it ends when it is disposed of, or with the process. */
export interface ServerLock extends Disposable {
  /** records the port if the system chose it */
  listensOn(port: number): void
}

export interface LockOptions {
  /** other processes may hold it too, if all of them share it: each serves the same PostgreSQL database */
  shared?: boolean
  /** what to do about a refusal, for the end of its line */
  advice?: string
}

/**
 * Makes this process the only server on the data directory, one of those that share it, or the only one that
 * restores into it, until it releases the lock or ends in any way: the operating system holds the lock, the files
 * only name the holders.
 *
 * @throws StartError if another process holds it
 */
export function takeServerLock(
  dataDir: string,
  holder: Omit<ServerInfo, 'pid' | 'startedAt'>,
  { shared = false, advice = '' }: LockOptions = {},
): ServerLock {
  prepareDataDir(dataDir)
  const guard = guardIn(dataDir, shared)
  if (guard === null) throw new StartError(heldBy(dataDir, runningServer(dataDir)) + advice)
  removeStale(dataDir)
  if (!shared) rmSync(socketFolder(dataDir), { recursive: true, force: true })
  const file = join(dataDir, shared ? `server-${process.pid}.lock` : 'server.lock')
  const forget = () => rmSync(file, { force: true })
  const tell = (port: number) =>
    writeInfo(dataDir, file, { pid: process.pid, startedAt: Date.now(), ...holder, port })
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

/**
 * The folder for sockets of the server's own processes. Whoever takes the lock removes what a server left there that was
 * killed.
 */
export function socketFolder(dataDir: string): string {
  return join(dataDir, 'server.sockets')
}

function lockFiles(dataDir: string): string[] {
  try {
    const names = readdirSync(dataDir).filter((name) => /^server(-\d+)?\.lock$/.test(name))
    return names.map((name) => join(dataDir, name))
  } catch {
    return [] // there is no such folder yet
  }
}

function removeStale(dataDir: string): void {
  for (const file of lockFiles(dataDir)) {
    const info = readInfo(file)
    if (info !== null && !isRunning(info.pid)) rmSync(file, { force: true })
  }
}

/**
 * @returns null if another process holds the lock
 * @throws StartError if it cannot be tried
 */
function guardIn(dataDir: string, shared: boolean): DatabaseSync | null {
  try {
    return tryGuard(dataDir, shared)
  } catch (cause) {
    throw notWritable(dataDir, cause)
  }
}

function notWritable(dataDir: string, cause: unknown): StartError {
  const text = isFull(cause)
    ? 'its disk is full; make room and start again'
    : codeOf(cause) === null
      ? fileProblem(cause, dataDir, 'write')
      : `${(cause as Error).message}; check its owner, its permissions and how the disk is mounted`
  return new StartError(`DATA_DIR ${dataDir} cannot be written: ${text}`, { cause })
}

/** SQLite's lock on an empty file: the only lock that Node offers on every system. */
function tryGuard(dataDir: string, shared: boolean): DatabaseSync | null {
  const guard = new DatabaseSync(join(dataDir, 'server.lock.guard'), { timeout: 0 })
  try {
    // a journal on disk would need space for no purpose; a transaction that only reads shares the lock
    guard.exec(`pragma journal_mode = memory; begin ${shared ? 'deferred' : 'exclusive'}`)
    if (shared) guard.prepare('select * from sqlite_master').all()
    return guard
  } catch (error) {
    guard.close()
    if (isBusy(error)) return null
    throw error
  }
}

/**
 * On a full disk no info is written: the guard is the lock.
 * @throws StartError if the folder cannot be written
 */
function writeInfo(dataDir: string, file: string, info: ServerInfo): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(info)}\n`)
    renameSync(`${file}.new`, file)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!['ENOSPC', 'EDQUOT'].includes(code)) throw notWritable(dataDir, error)
    for (const stale of [`${file}.new`, file]) rmSync(stale, { force: true })
  }
}

/** A process that holds the lock of the data directory now, or null. */
export function runningServer(dataDir: string): ServerInfo | null {
  return runningServers(dataDir)[0] ?? null
}

/** The processes that hold the lock of the data directory now. */
export function runningServers(dataDir: string): ServerInfo[] {
  const infos = lockFiles(dataDir).map(readInfo)
  return infos.filter((info) => info !== null).filter(({ pid }) => isRunning(pid))
}

/** Whether a process of this machine has this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // a process of another user is running
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readInfo(file: string): ServerInfo | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null // it is being written or removed at this moment
  }
}

function heldBy(dataDir: string, info: ServerInfo | null): string {
  const who =
    info === null ? '' : ` (process ${info.pid}${info.port === 0 ? '' : `, port ${info.port}`})`
  return `A server already uses ${dataDir}${who}; stop it first or set another DATA_DIR`
}
