import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test as nodeTest } from 'node:test'
import { sql } from 'kysely'
import { createQueryStatistics } from '../../src/kernel/db/query-statistics.ts'
import { begin } from '../../src/kernel/db/sqlite/begin.ts'
import { createCommitGroups, type WriteLock } from '../../src/kernel/db/sqlite/commit-groups.ts'
import { openConnection, type SqliteConnection } from '../../src/kernel/db/sqlite/connection.ts'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'
import { createGroupSync } from '../../src/kernel/db/sqlite/group-sync.ts'
import { createPacer } from '../../src/kernel/db/sqlite/pacer.ts'
import { settings } from '../../src/kernel/db/sqlite/settings.ts'
import { createWriter, type Writer } from '../../src/kernel/db/sqlite/writer.ts'
import { createTransactionScope } from '../../src/kernel/db/transaction-scope.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { rounds } from '../support/rounds.ts'
import {
  createRandom,
  createSimulatedDisk,
  type Random,
  type SimulatedDisk,
} from '../support/simulated-disk.ts'

const test = ON_SQLITE ? nodeTest : nodeTest.skip
const folder = mkdtempSync(join(tmpdir(), 'rookery-power-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const RUNS = 12
const WRITERS = 6
const COMMITS = 60
let folders = 0

type MakeDurable = (sync: () => Promise<void>) => () => Promise<void>

interface Variant {
  makeDurable: MakeDurable
  /** added to the settings of the connection that checkpoints */
  checkpointSettings: string[]
}

const AS_SERVED: Variant = {
  makeDurable: (sync) => createGroupSync(sync).durable,
  checkpointSettings: [],
}

const withoutWaiting: MakeDurable = (sync) => async () => void sync()

const joiningARunningSync: MakeDurable = (sync) => {
  let running: Promise<void> | null = null
  return () => {
    running ??= sync().finally(() => {
      running = null
    })
    return running
  }
}

interface Server {
  dataDir: string
  writing: SqliteConnection
  checkpointing: SqliteConnection
  lock: WriteLock
  write: Writer
}

function serve({ checkpointSettings }: Variant): Server {
  const dataDir = newDataDir()
  const open = () => openConnection(databaseFile(dataDir), { readOnly: false, busyTimeout: 0 })
  const writing = open()
  writing.run('pragma journal_mode = wal')
  for (const setting of settings('server')) writing.run(setting)
  writing.run('create table note (id integer primary key, text text)')
  writing.run('pragma wal_checkpoint(truncate)')
  const checkpointing = open()
  for (const setting of [...settings('server'), ...checkpointSettings]) checkpointing.run(setting)
  const groups = createCommitGroups({ connection: writing, begin, onCommit() {} })
  const write = createWriter({
    connection: writing,
    groups,
    pacer: createPacer(),
    scope: createTransactionScope(),
    load: createQueryStatistics(),
  })
  return { dataDir, writing, checkpointing, lock: groups.lock, write }
}

function newDataDir(): string {
  const dataDir = join(folder, String(++folders))
  mkdirSync(dataDir)
  return dataDir
}

/** Descriptions of the losses after the power cuts of the first run that has any. */
async function damage(variant: Variant, runs = RUNS): Promise<string[]> {
  const found: string[] = []
  for (let run = 1; run <= runs && found.length === 0; run++) {
    found.push(...(await damageInOneRun(variant, run)))
  }
  return found
}

async function damageInOneRun(variant: Variant, seed: number): Promise<string[]> {
  const random = createRandom(seed)
  const server = serve(variant)
  const disk = createSimulatedDisk(server.dataDir, random)
  const durable = variant.makeDurable(disk.syncWal)
  const acknowledged = new Set<number>()
  const found: string[] = []
  let last = 0

  const writeOn = async () => {
    while (last < COMMITS) {
      const id = ++last
      await server.write((db) => insert(id, random).execute(db))
      await durable()
      acknowledged.add(id)
      if (random() < 0.2) found.push(...wrongAfterPowerCut(disk, acknowledged))
      if (random() < 0.1) await checkpoint(server, disk)
      if (random() < 0.2) found.push(...wrongAfterPowerCut(disk, acknowledged))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writeOn))
  await disk.idle()
  server.checkpointing[Symbol.dispose]()
  server.writing[Symbol.dispose]()
  rmSync(server.dataDir, { recursive: true })
  return found
}

/** Rows that fill from one to several pages. */
function insert(id: number, random: Random) {
  const text = 'x'.repeat(random() * 6_000)
  return sql`insert into note values (${id}, ${text}), (${-id}, ${text})`
}

async function checkpoint({ lock, checkpointing }: Server, disk: SimulatedDisk): Promise<void> {
  const release = await lock.acquire()
  const synchronous = checkpointing.run('pragma synchronous').rows[0]?.synchronous
  disk.checkpoint(() => checkpointing.run('pragma wal_checkpoint(restart)'), synchronous !== 0)
  release()
}

function wrongAfterPowerCut(disk: SimulatedDisk, acknowledged: Set<number>): string[] {
  const dataDir = newDataDir()
  disk.cutPower(dataDir)
  try {
    using connection = openConnection(databaseFile(dataDir), { readOnly: false, busyTimeout: 0 })
    const check = connection.run('pragma integrity_check').rows[0]?.integrity_check
    if (check !== 'ok') return [`integrity: ${check}`]
    const rows = connection.run('select id from note where id > 0').rows
    const missing = acknowledged.difference(new Set(rows.map(({ id }) => id)))
    return missing.size === 0 ? [] : [`lost ${[...missing].join(', ')}`]
  } catch (error) {
    return [String(error)]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

test('a power cut at any moment loses nothing that was acknowledged', async () => {
  assert.deepEqual(await damage(AS_SERVED, rounds(RUNS, 2)), [])
})

test('control: without waiting for the sync, power cuts lose commits', async () => {
  const found = await damage({ ...AS_SERVED, makeDurable: withoutWaiting })

  assert.notDeepEqual(found, [])
})

test('control: joining a sync that runs, power cuts lose commits', async () => {
  const found = await damage({ ...AS_SERVED, makeDurable: joiningARunningSync })

  assert.notDeepEqual(found, [])
})

test('control: checkpoints with synchronous=OFF lose commits or damage the database', async () => {
  const found = await damage({ ...AS_SERVED, checkpointSettings: ['pragma synchronous = off'] })

  assert.notDeepEqual(found, [])
})
