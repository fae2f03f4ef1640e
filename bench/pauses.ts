// npm run bench -- pauses [--statuses 1000000 --seconds 60 --keep .rookery-growth]
// Long jobs on SQLite: what the longest of their turns and transactions use of the processor, in which nobody else is
// answered or may write.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { jobs } from '../src/app/compose/jobs.ts'
import { openApp } from '../src/app/open.ts'
import { changeSetting } from '../src/features/instance/settings.ts'
import { deleteAccount } from '../src/features/moderation/delete-account.ts'
import { readConfig } from '../src/kernel/base/config.ts'
import { DAY } from '../src/kernel/base/durations.ts'
import type { App } from '../src/kernel/core/app.ts'
import type { Database, Db } from '../src/kernel/db/database.ts'
import { openSqlite } from '../src/kernel/db/sqlite/open.ts'
import { accountId, ENDS_AT, PEOPLE } from '../test/support/large/layout.ts'
import { openLargeSqlite } from '../test/support/large/sqlite.ts'
import { sizeOf } from './growth/server.ts'
import { describeMachine } from './machine.ts'

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    statuses: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '60' },
    keep: { type: 'string', default: '.rookery-growth' },
  },
})
const size = sizeOf(Number(given.statuses))
/** of all accounts */
const IN_DOMAIN = 0.5
const DOMAIN = 'big.example'

interface Longest {
  cpu: number
  of: string
}

let now = ENDS_AT + 3_600_000
const kept = join(given.keep, given.statuses)
await (await openLargeSqlite(size, kept))[Symbol.asyncDispose]()
const dataDir = mkdtempSync(join(given.keep, 'pauses-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
cpSync(join(kept, readdirSync(kept)[0]!), dataDir, { recursive: true })
await using database = await openSqlite(dataDir)
const transactions = watchTransactions(database)
const config = readConfig({ DATA_DIR: dataDir, ORIGIN: 'https://rookery.test' })
const log = pino({ level: 'fatal' })
await using open = await openApp(config, { database, log, clock: () => now })
const { app } = open
process.stdout.write(`${describeMachine()}; ms of CPU of the main thread\n\n`)
process.stdout.write(
  '| job | rows | rows a second | longest turn | its statement | transaction |\n',
)
process.stdout.write('| --- | ---: | ---: | ---: | --- | ---: |\n')

const many = accountId(PEOPLE.replier)
await app.transact((tx) => deleteAccount(tx, many))
await measure('account.purge', { accountId: many }, countStatuses(many))
now += 2 * DAY
await measure('status.remove_deleted', {}, countRows('status'))
await gatherDomain(app)
const payload = { domain: DOMAIN, hosts: [DOMAIN] }
await measure('moderation.purge_domain', payload, countLiving)
const small = app.db.selectFrom('account').select('id').where('domain', '=', DOMAIN)
// the first two have very many posts
const gone = await small
  .where('deleted_at', 'is not', null)
  .orderBy('id')
  .offset(2)
  .limit(1000)
  .execute()
let purged = 0
await measureWork(
  'account.purge, 1,000 small ones',
  () => Promise.resolve(-purged),
  async () => {
    for (const { id } of gone) {
      await jobs['account.purge']!.run(app, { accountId: id }, 1)
      purged++
    }
  },
)
await app.transact((tx) => changeSetting(tx, 'retention.remote_statuses', 30))
await measure('status.remove_untouched', {}, countRows('status'))
process.exit()

/** Turns an even part of the remote accounts into those of one server. */
async function gatherDomain({ database }: App): Promise<void> {
  await database.transaction(async (db) => {
    await sql`update account set domain = ${DOMAIN} where id in (select id from account
      where domain is not null order by id limit ${sql.lit(size.accounts * IN_DOMAIN)})`.execute(db)
  })
}

type Count = (db: Db) => Promise<number>

function countRows(table: 'status'): Count {
  return async (db) =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]!
        .n,
    )
}

function countStatuses(author: string): Count {
  return async (db) =>
    Number(
      (
        await sql<{
          n: number
        }>`select count(*) as n from status where account_id = ${author} and deleted_at is null`.execute(
          db,
        )
      ).rows[0]!.n,
    )
}

async function countLiving(db: Db): Promise<number> {
  const query = sql<{
    n: number
  }>`select count(*) as n from account where domain = ${DOMAIN} and deleted_at is null`
  return Number((await query.execute(db)).rows[0]!.n)
}

function measure(kind: string, payload: Record<string, unknown>, count: Count): Promise<void> {
  return measureWork(kind, count, () => jobs[kind]!.run(app, payload, 1))
}

async function measureWork(name: string, count: Count, work: () => Promise<void>): Promise<void> {
  const before = await count(app.slowDb)
  transactions.longest = 0
  const turns = watchTurns(app)
  const began = performance.now()
  const timer = setTimeout(() => {
    transactions.isOver = true
  }, Number(given.seconds) * 1000)
  await work().catch((error) => {
    if (!transactions.isOver) throw error
  })
  clearTimeout(timer)
  transactions.isOver = false
  const seconds = (performance.now() - began) / 1000
  const { cpu, of } = turns.stop()
  const rows = before - (await count(app.slowDb))
  const cells = [name, rows, Math.round(rows / seconds), cpu.toFixed(0), of.slice(0, 120)]
  process.stdout.write(`| ${[...cells, transactions.longest.toFixed(0)].join(' | ')} |\n`)
}

/** The longest time between two looks, in each of which at least a millisecond passes. */
function watchTurns({ database: { load } }: App) {
  const longest: Longest = { cpu: 0, of: '' }
  let last = threadCpu()
  load.slow.takeBlocked()
  const timer = setInterval(() => {
    const used = threadCpu() - last
    const { longest: statement } = load.slow.takeBlocked()
    if (used > longest.cpu) {
      const of = statement === null ? '' : `${statement.ms.toFixed(0)} ms: ${statement.sql}`
      Object.assign(longest, { cpu: used, of: of.replaceAll(/\s+/g, ' ') })
    }
    last = threadCpu()
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

function watchTransactions(database: Database) {
  const seen = { longest: 0, isOver: false }
  const { transaction } = database
  const watched: typeof transaction = (work, ...more) =>
    transaction(
      async (db) => {
        // ends the job that is measured, so that it does not go on beside the next
        if (seen.isOver) throw new Error('Its time is over')
        const before = threadCpu()
        const result = await work(db)
        seen.longest = Math.max(seen.longest, threadCpu() - before)
        return result
      },
      ...more,
    )
  Object.assign(database, { transaction: watched })
  return seen
}

function threadCpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
