import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileProblem, isReadOnly } from '../../base/file-problem.ts'
import { refuseRootFor } from '../data-owner.ts'
import { StartError } from '../start-error.ts'
import { codeOf, isFull } from './errors.ts'

/** Older ones can lose commits when the -wal file starts over. @see https://sqlite.org/wal.html */
const OLDEST_SQLITE = [3, 51, 3]

/** Magic numbers of statfs(2) on Linux: on these, locks and shared memory do not work as SQLite needs. */
const NETWORK_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x0bd00bd0, 'Lustre'],
  [0x73757245, 'Coda'],
])

/** Whether a folder is refused as long as the setting or its owner is as it is; a full disk is not. */
function isWrongPlace(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM'].includes(code)
}

/** The database file of a data directory. Only SQLite may open it: closing it through `fs` drops its locks. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'rookery.db')
}

/** The name that a database file has once its data were moved to PostgreSQL. */
export function movedFile(dataDir: string): string {
  return `${databaseFile(dataDir)}.moved`
}

/**
 * An operator who forgets DATABASE_URL would go on with data of before, or with none.
 * @throws StartError where the data were moved away from here
 */
export function refuseMoved(dataDir: string): void {
  if (existsSync(databaseFile(dataDir)) || !existsSync(movedFile(dataDir))) return
  throw new StartError(
    `The data of DATA_DIR ${dataDir} were moved to PostgreSQL: set DATABASE_URL. To go back to them as they were, rename ${movedFile(dataDir)} to ${databaseFile(dataDir)}`,
    { isSetting: true },
  )
}

/**
 * Creates the directory if it is missing.
 * @throws StartError if SQLite cannot work there
 */
export function prepareDataDir(dataDir: string): void {
  requireSqlite()
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const problem = fileProblem(cause, dataDir, 'write')
    throw new StartError(`DATA_DIR ${dataDir} cannot be made: ${problem}`, {
      cause,
      isSetting: isWrongPlace(cause) && !isReadOnly(dataDir),
    })
  }
  refuseRootFor(dataDir, 'DATA_DIR')
  try {
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    const problem = fileProblem(cause, dataDir, 'write')
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${problem}`, {
      cause,
      isSetting: isWrongPlace(cause),
    })
  }
  const network = networkFileSystem(statfsSync(dataDir).type)
  if (process.platform === 'linux' && network !== undefined) {
    throw new StartError(
      `DATA_DIR ${dataDir} is on a network file system (${network}), where SQLite loses data; use a local disk or DATABASE_URL`,
    )
  }
}

/**
 * SQLite opens a file that it may not write for reading only, and fails at the first write.
 * @throws StartError
 */
export function demandWritable(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`].filter((one) => existsSync(one))) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (cause) {
      const problem = fileProblem(cause, dirname(path), 'write')
      throw new StartError(`The database ${path} cannot be written: ${problem}`, { cause })
    }
  }
}

function networkFileSystem(type: number): string | undefined {
  return NETWORK_FILE_SYSTEMS.get(type >>> 0)
}

function requireSqlite(): void {
  const database = new DatabaseSync(':memory:')
  const version = String(database.prepare('select sqlite_version() as version').get()?.version)
  database.close()
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = OLDEST_SQLITE
  const number = (a: number, b: number, c: number) => a * 1_000_000 + b * 1_000 + c
  if (number(major, minor, patch) < number(oldMajor, oldMinor, oldPatch)) {
    throw new StartError(
      `This Node has SQLite ${version}; Rookery needs ${OLDEST_SQLITE.join('.')} or newer`,
    )
  }
}

/** The error message for the operator instead of SQLite's code. */
export function openingError(file: string, cause: unknown): unknown {
  const code = codeOf(cause)
  if (code === null) return cause
  if (isFull(cause)) {
    const text = `The database ${file} cannot be opened: its disk is full; make room and start again`
    return new StartError(text, { cause })
  }
  const known: Record<number, string> = {
    8: 'may not be written; check its owner and permissions',
    10: 'cannot be read (input/output error)',
    11: 'is damaged; restore a backup',
    14: 'cannot be opened; check the owner and permissions of the directory',
    26: 'is not a database',
  }
  const text = known[code & 0xff] ?? reason(cause)
  return new StartError(`The database ${file} ${text}`, { cause, isSetting: (code & 0xff) === 26 })
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
