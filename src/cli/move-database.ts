import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OF_POSTGRES, readAddress } from '../kernel/base/address-setting.ts'
import type { Config } from '../kernel/base/config.ts'
import { hasPassword, placeOfPostgres, withoutPassword } from '../kernel/base/postgres-address.ts'
import type { Database } from '../kernel/db/database.ts'
import { type IndexBuilder, moveDatabase } from '../kernel/db/move/move.ts'
import { withStoppedSource } from '../kernel/db/move/source.ts'
import { forgetMove } from '../kernel/db/move/state.ts'
import { openDatabase } from '../kernel/db/open.ts'
import { indexAccountsAfter } from '../kernel/db/search/accounts.ts'
import { takeServerLock } from '../kernel/db/server-lock.ts'
import { abandonedLeases, type SeenLease } from '../kernel/db/sqlite/abandoned-leases.ts'
import { databaseFile, movedFile } from '../kernel/db/sqlite/file.ts'
import { CommandError, defineCommand, type Terminal } from './command.ts'
import { indexStatusesAfter } from './index-statuses.ts'
import { createMeter } from './meter.ts'
import { readShellSettings } from './shell-settings.ts'
import { demandData } from './tool.ts'

const INDEXES: readonly IndexBuilder[] = [
  { name: 'account_search', table: 'account', indexAfter: indexAccountsAfter },
  { name: 'status_search', table: 'status', indexAfter: indexStatusesAfter },
]

export const moveDatabaseCommand = defineCommand({
  help: `Copies everything that the database holds into an empty one of the other kind, and compares every row
at the end: from the SQLite file in DATA_DIR to PostgreSQL, or from DATABASE_URL to the file. The
server must be stopped. After an interruption the same command goes on where it was; the old
database stays as it is, a file under the name rookery.db.moved, and no server starts on the new one before everything is there.`,
  options: {
    to: {
      type: 'string',
      help: 'postgres://user@host/database, or sqlite for the file in DATA_DIR; PGPASSWORD may hold the password',
      value: 'ADDRESS',
    },
  },
  async run(terminal, _words, { to }) {
    const config = readShellSettings(terminal.env)
    const [from, into] = directionOf(config, to)
    demandData(from)
    if (into.databaseUrl !== null) refuseSecondMoved(config.dataDir)
    const checkout = resolve(fileURLToPath(import.meta.url), '../../..')
    using _lock = takeServerLock(config.dataDir, { host: config.host, port: 0, checkout })
    await moveBetween(terminal, from, into)
    if (into.databaseUrl === null) {
      return terminal.out(`Start the server without DATABASE_URL: it uses ${nameOf(into)}`)
    }
    const secret = hasPassword(into.databaseUrl) ? ', and the password, which is left out here' : ''
    terminal.out(
      `Start the server with DATABASE_URL set to '${withoutPassword(into.databaseUrl)}'${secret}; the file is ${movedFile(config.dataDir)} now, and not used any more`,
    )
  },
})

/** Only once the source is set aside, the target forgets it: the same command goes on after a kill at any point. */
async function moveBetween(terminal: Terminal, from: Place, into: Place): Promise<void> {
  const abandoned = from.databaseUrl === null ? abandonedLeases(from.dataDir) : []
  await using reading = new AsyncDisposableStack()
  const source = reading.use(await openDatabase(from, { process: 'tool' }))
  await using target = await openDatabase(into, { process: 'tool', filled: true, setting: '--to' })
  await move(terminal, { source, name: nameOf(from), abandoned }, target)
  await reading.disposeAsync()
  if (from.databaseUrl === null) setAside(from.dataDir)
  await target.transaction(forgetMove)
}

/**
 * The file of an earlier move may be all that is left of something.
 * @throws CommandError
 */
function refuseSecondMoved(dataDir: string): void {
  const moved = movedFile(dataDir)
  if (!existsSync(moved)) return
  throw new CommandError(
    `${moved} is there from an earlier move, and the file that is moved now gets its name: put it elsewhere, or remove it if nobody needs it`,
  )
}

/** A command or start without DATABASE_URL would else go on with the data of before. */
function setAside(dataDir: string): void {
  const [file, moved] = [databaseFile(dataDir), movedFile(dataDir)]
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, moved + suffix)
  }
}

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/** @throws CommandError if the configured database cannot be moved there */
function directionOf({ databaseUrl, dataDir }: Config, to: string | undefined): [Place, Place] {
  if (to === undefined || to.trim() === '') {
    throw new CommandError('--to must be given: an address like postgres://…, or sqlite', 2)
  }
  const [file, server] = [
    { databaseUrl: null, dataDir },
    { databaseUrl: to === 'sqlite' ? databaseUrl : postgresUrl(to), dataDir },
  ]
  if (to !== 'sqlite' && databaseUrl === null) return [file, server]
  if (to === 'sqlite' && databaseUrl !== null) return [server, file]
  if (to === 'sqlite') {
    throw new CommandError('DATABASE_URL is not set: the data are in SQLite already')
  }
  throw new CommandError(
    'DATABASE_URL is set: the data are in PostgreSQL already; unset it to move the file in DATA_DIR, or copy with pg_dump',
  )
}

/** @throws CommandError without the address, which may hold a password */
function postgresUrl(to: string): string | null {
  try {
    return readAddress('--to', to, OF_POSTGRES)
  } catch (error) {
    const { message } = error as Error
    throw new CommandError(message.replace('--to must be', '--to must be sqlite, or'), 2)
  }
}

async function move(
  terminal: Terminal,
  { source, name, abandoned }: { source: Database; name: string; abandoned: SeenLease[] },
  target: Database,
): Promise<void> {
  const meter = createMeter(terminal, 'rows')
  const watch = { ...meter, note: terminal.note }
  const { rows, tables, before } = await withStoppedSource(
    source,
    (stopped) => moveDatabase(stopped, target, { name, indexes: INDEXES, watch }),
    abandoned,
  )
  meter.end()
  if (before) terminal.note('The move was interrupted at its end: all rows were there before')
  terminal.out(
    `${rows} rows of ${tables} tables ${before ? 'were there and equal at its end' : 'are there and equal'}`,
  )
}

/** Names a database for the operator and for the mark of a move, without its password. */
function nameOf({ databaseUrl, dataDir }: Place): string {
  return databaseUrl === null ? databaseFile(dataDir) : placeOfPostgres(databaseUrl)
}
