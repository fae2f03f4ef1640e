import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { openApp } from '../../app/open.ts'
import type { Config } from '../../kernel/base/config.ts'
import { freeBytes } from '../../kernel/base/free-space.ts'
import type { App } from '../../kernel/core/app.ts'
import { ArchiveError } from '../../kernel/db/archive/format.ts'
import {
  compareFiles,
  compareTables,
  createManifest,
  drain,
} from '../../kernel/db/archive/manifest.ts'
import { verifyArchive } from '../../kernel/db/archive/read.ts'
import { type RestoreOptions, restore } from '../../kernel/db/archive/restore.ts'
import type { Database } from '../../kernel/db/database.ts'
import { databaseBytes } from '../../kernel/db/database-size.ts'
import { findDamage } from '../../kernel/db/integrity.ts'
import { openDatabase } from '../../kernel/db/open.ts'
import { createScratch } from '../../kernel/db/scratch.ts'
import { isRunning } from '../../kernel/db/server-lock.ts'
import { CommandError } from '../command.ts'
import type { BackupPlace } from './place.ts'
import { isOfSurroundings } from './surroundings.ts'

export interface Checking {
  /** restores into a file whatever the server uses */
  onSqlite: boolean
  onProgress: (what: string) => void
  signal: AbortSignal
}

export interface Checked {
  name: string
  rows: number
  files: number
  /** older archives have no manifest: what was restored was opened, and compared with nothing */
  isCompared: boolean
}

/** The archive is not what was saved, or nothing can be restored from it; the cause says why. */
export class NotGood extends Error {
  constructor(cause: unknown) {
    super('The archive is not good', { cause })
    this.name = new.target.name
  }
}

/** bytes of room for each byte of the database: it grows while it is filled, and its log with it */
const ROOM = 2

/**
 * Restores one archive into a scratch database, compares it, looks for damage in it, opens it as a server does, and removes
 * it.
 *
 * @throws NotGood, or what kept it from being checked
 */
export function checkArchive(
  app: App,
  place: BackupPlace,
  archive: Checking & { name: string },
): Promise<Checked> {
  return inScratch(app.config.dataDir, (folder) => checkIn(app, place, { ...archive, folder }))
}

/** A folder of this process, which is gone afterwards, as are those of checks that were killed. */
async function inScratch<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const root = join(dataDir, 'backup-check')
  const folder = join(root, String(process.pid))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const other of await readdir(root)) {
    if (!isRunning(Number(other))) await rm(join(root, other), { recursive: true, force: true })
  }
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rmdir(root).catch(() => {}) // another check is in it
  }
}

interface Archive extends Checking {
  name: string
  folder: string
}

async function checkIn(app: App, place: BackupPlace, archive: Archive): Promise<Checked> {
  const { name, folder, onSqlite, signal } = archive
  const { databaseUrl } = app.config
  const isFile = onSqlite || databaseUrl === null
  demandRoom(folder, {
    archive: await place.sizeInScratch(name),
    database: isFile ? (await databaseBytes(app.slowDb)) * ROOM : 0,
  })
  archive.onProgress(`${name} is read`)
  const file = await place.download(name, folder)
  signal.throwIfAborted()
  if (isFile) return checkInto({ ...app.config, databaseUrl: null }, file, archive)
  await using scratch = await createScratch(app.database, databaseUrl)
  return await checkInto({ ...app.config, ...scratch.config }, file, archive)
}

function demandRoom(folder: string, needed: { archive: number; database: number }) {
  const [free, all] = [freeBytes(folder), needed.archive + needed.database]
  if (all <= free) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`
  throw new CommandError(
    `The check needs about ${megabytes(all)} in DATA_DIR, where ${megabytes(free)} are free; make room and try again`,
  )
}

async function checkInto(place: Config, file: string, archive: Archive): Promise<Checked> {
  const config = scratchConfig(place, archive.folder)
  await using database = await openDatabase(config, { process: 'tool' })
  try {
    const checked = await restoreAndCompare(database, file, archive)
    const log = pino({ level: 'silent' })
    await using _opened = await openApp(config, { database, log, makesFolders: false })
    return checked
  } catch (error) {
    throw archive.signal.aborted || isOfSurroundings(error) ? error : new NotGood(error)
  }
}

async function restoreAndCompare(
  database: Database,
  file: string,
  { name, onProgress, signal }: Archive,
): Promise<Checked> {
  const watched = (what: string) => {
    signal.throwIfAborted()
    onProgress(what)
  }
  const checked: Checked = { name, rows: 0, files: 0, isCompared: false }
  const files = createManifest()
  const header = await verifyArchive(file)
  const options: RestoreOptions = {
    onProgress: watched,
    writeFile: (key, content) => drain(files.file(key, content)),
    async onLoaded(db, { tables, manifest }) {
      if (manifest === null) return
      const problems = await compareTables(db, tables, manifest, (table) =>
        watched(`${table} is compared`),
      )
      const ofFiles = compareFiles(manifest.files, files.result().files)
      const [first] = ofFiles === null ? problems : [...problems, ofFiles]
      if (first !== undefined) throw new ArchiveError(`${name} is not what was saved: ${first}`)
      const sums = Object.values(manifest.tables)
      checked.rows = sums.reduce((sum, { rows }) => sum + rows, 0)
      checked.files = manifest.files.count
      checked.isCompared = true
    },
  }
  await restore(database, { file, header }, options)
  const [damage] = await findDamage(database, watched)
  if (damage !== undefined)
    throw new ArchiveError(`${name} restores to a damaged database: ${damage}`)
  return checked
}

/** A server of its own: nothing of the real one but its address. */
function scratchConfig(config: Config, folder: string): Config {
  const media = { mediaStorage: join(folder, 'media'), s3: null, formerMedia: null }
  const alone = { redisUrl: null, severalProcesses: false, smtpUrl: null, https: null }
  return { ...config, ...media, ...alone, dataDir: join(folder, 'data') }
}
