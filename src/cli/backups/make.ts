import { backupMarks } from '../../features/instance/backup-marks.ts'
import type { App } from '../../kernel/core/app.ts'
import { backup } from '../../kernel/db/archive/backup.ts'
import { filesToArchive, lackOf, lacksMany, nothingFound } from '../local-files.ts'
import { archiveName, parseArchiveName } from './archive-name.ts'
import { describeFailure, isOfBackups } from './failure.ts'
import { type KeepRule, unkept } from './keep-rules.ts'
import type { BackupPlace } from './place.ts'
import { rememberBackup } from './remember.ts'

interface Making {
  media: boolean
  /** null: none is removed */
  keep: readonly KeepRule[] | null
  onProgress: (what: string) => void
  signal: AbortSignal
}

export interface Made {
  /** as shown to people */
  place: string
  name: string
  bytes: number
  removed: string[]
  /** a line about files that it lacks */
  lack: string | null
  /** it lacks so many that no older one was removed */
  keptOlder: boolean
  /** a line if the server could not be told of it */
  unknown: string | null
}

/**
 * Makes a dated archive, and only when it is whole removes those that no rule keeps. How it ended is kept in the
 * database, also where the place cannot be opened: a disk that is not mounted is why there is no backup.
 *
 * @throws CommandError if the place cannot take it; the archives there are as they were
 */
export async function makeBackup(
  app: App,
  open: () => Promise<BackupPlace>,
  making: Making,
): Promise<Made> {
  const made = await tellingFailure(app, { open, signal: making.signal }, (place) =>
    make(app, place, making),
  )
  const { name, bytes, place } = made
  const unknown = await rememberBackup(app, async (tx) => {
    await backupMarks.save(tx, 'made', { at: tx.now, name, bytes, place })
    await backupMarks.save(tx, 'failed', null)
  })
  return { ...made, unknown }
}

async function tellingFailure<T>(
  app: App,
  { open, signal }: { open: () => Promise<BackupPlace>; signal: AbortSignal },
  work: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  let disk = app.config.dataDir
  try {
    const place = await open()
    disk = place.disk
    return await work(place)
  } catch (thrown) {
    const error = describeFailure(thrown, disk)
    if (!isOfBackups(error, signal)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    // a full disk may refuse this, too; the line at the end tells the same
    await app
      .transact((tx) => backupMarks.save(tx, 'failed', { at: tx.now, reason }))
      .catch(() => {})
    throw error
  }
}

async function make(app: App, place: BackupPlace, making: Making): Promise<Omit<Made, 'unknown'>> {
  const { media, keep, onProgress, signal } = making
  await place.sweep()
  const { domain } = app.config
  const at = freeSecond(domain, app.clock(), await place.list())
  const name = archiveName(domain, { at, media })
  const found = nothingFound()
  const bytes = await place.put(
    name,
    (file) =>
      backup(app.database, file, {
        onProgress,
        signal,
        ...(media ? { files: (db) => filesToArchive(db, app, found) } : {}),
      }),
    signal,
  )
  const lack = lackOf(found, app.config)
  const keptOlder = keep !== null && lacksMany(found)
  const made = { place: place.description, name, bytes, lack, keptOlder }
  if (keep === null || keptOlder) return { ...made, removed: [] }
  const all = (await place.list()).map((one) => parseArchiveName(domain, one))
  const removed = unkept(
    all.filter((one) => one !== null),
    keep,
    { name, at, media },
  )
  await place.remove(removed)
  return { ...made, removed }
}

/** The name of an archive tells seconds: what was made in the same one is not replaced, but followed. */
function freeSecond(domain: string, now: number, names: readonly string[]): number {
  const taken = new Set(names.map((name) => parseArchiveName(domain, name)?.at))
  let at = Math.floor(now / 1000) * 1000
  while (taken.has(at)) at += 1000
  return at
}
