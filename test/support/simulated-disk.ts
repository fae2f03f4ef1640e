import { readFileSync, writeFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'

/** bytes that a disk writes atomically */
const SECTOR = 512
const WAL_HEADER = 32

/** Repeatable numbers from 0 up to 1. */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * The files of a database as a disk sees them: what was synced stays through a power cut, of what was
 * written since any part may or may not be there. The real files are read after each step, which in a
 * server nobody may do with the database file: here this process is the only one that has it open.
 */
export interface SimulatedDisk {
  /** an fdatasync of the -wal file: what was written before it began is stored when it ends */
  syncWal(): Promise<void>
  /** what a checkpoint does around SQLite's own work, which syncs unless it was told not to */
  checkpoint(run: () => void, synced: boolean): void
  /** resolves when no sync runs any more */
  idle(): Promise<void>
  /** writes what is left after a power cut at this moment into another data directory */
  cutPower(dataDir: string): void
}

interface SimulatedFile {
  path: string
  /** what a power cut leaves */
  stored: Buffer
  /** what was written since, oldest first */
  written: Buffer[]
}

export function createSimulatedDisk(dataDir: string, random: Random): SimulatedDisk {
  const database = watch(databaseFile(dataDir))
  const wal = watch(`${databaseFile(dataDir)}-wal`)
  const syncs = new Set<Promise<void>>()
  const sync = async () => {
    noticeWal(wal)
    const before = wal.written.at(-1) ?? wal.stored
    // turns of the event loop, as a machine that stands still would let each number of ms pass at once
    for (let left = Math.floor(random() * 8); left >= 0; left--) await nextTurn()
    noticeWal(wal)
    store(wal, before)
  }
  return {
    async syncWal() {
      const running = sync()
      syncs.add(running)
      await running
      syncs.delete(running)
    },
    idle: async () => void (await Promise.all(syncs)),
    checkpoint(run, synced) {
      noticeWal(wal)
      if (synced) store(wal, wal.written.at(-1) ?? wal.stored)
      run()
      notice(database)
      if (synced) store(database, database.written.at(-1) ?? database.stored)
    },
    cutPower(target) {
      noticeWal(wal)
      writeFileSync(databaseFile(target), leftOf(database, random))
      writeFileSync(`${databaseFile(target)}-wal`, leftOf(wal, random))
    },
  }
}

function watch(path: string): SimulatedFile {
  return { path, stored: readFileSync(path), written: [] }
}

function notice(file: SimulatedFile): void {
  const now = readFileSync(file.path)
  if (!now.equals(file.written.at(-1) ?? file.stored)) file.written.push(now)
}

/** When the -wal file starts over SQLite syncs its new header before anything else (walFrames in wal.c). */
function noticeWal(wal: SimulatedFile): void {
  const known = wal.written.at(-1) ?? wal.stored
  notice(wal)
  const now = wal.written.at(-1) ?? wal.stored
  const header = now.subarray(0, WAL_HEADER)
  if (known.length === 0 || header.equals(known.subarray(0, WAL_HEADER))) return
  wal.stored = Buffer.concat([header, known.subarray(WAL_HEADER)])
  wal.written = [now]
}

function store(file: SimulatedFile, content: Buffer): void {
  const at = file.written.indexOf(content)
  if (at === -1) return
  file.stored = content
  file.written = file.written.slice(at + 1)
}

/** Each sector as it was stored or as one of the writes since left it; the length of one of them. */
function leftOf({ stored, written }: SimulatedFile, random: Random): Buffer {
  const versions = [stored, ...written]
  const pick = () => versions[Math.floor(random() * versions.length)]!
  const left = Buffer.alloc(Math.max(stored.length, pick().length))
  const all = random()
  for (let at = 0; at < left.length; at += SECTOR) {
    // Sometimes nearly everything was written, sometimes nearly nothing.
    const version = random() < all ? versions.at(-1)! : pick()
    const from = version.length > at ? version : stored
    from.subarray(at, at + SECTOR).copy(left, at)
  }
  return left
}
