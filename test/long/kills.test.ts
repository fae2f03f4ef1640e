import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { openApp } from '../../src/app/open.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { ON_POSTGRES_SERVER, ON_SQLITE } from '../support/database-kind.ts'
import { type Inbox, startInboxes } from '../support/deliveries.ts'
import { freePort } from '../support/free-port.ts'
import { type Acknowledged, Writers } from '../support/kill-campaign.ts'
import { insertRemoteAccounts } from '../support/remote-account.ts'
import {
  environmentOf,
  makePerson,
  runTool,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts'

const BIN = resolve(import.meta.dirname, '../../bin/rookery.js')
/** KILLS=30 does a tenth of them */
const KILLS = Number(process.env.KILLS ?? (ON_SQLITE ? 300 : 100))
/**
 * Writers with followers elsewhere. A kill leaves the hosts to which something was under way to the dead
 * process for the 30 s of its lease, so that each round needs hosts that the last ones did not use.
 */
const LOUD = 12
const HOSTS_EACH = 5
const LOUD_POSTS = 6
const QUIET_POSTS = 60
/** ms after the first write */
const LATEST_KILL = 1_500
const SERVER = process.env.TEST_DATABASE_URL
const LONGEST = 3 * 3_600_000

interface Campaign {
  env: NodeJS.ProcessEnv
  folder: string
  writers: Writers
  inboxes: Inbox[]
}

/** A database of its own, which is dropped at the end. */
async function makeDatabase(context: TestContext): Promise<Record<string, string>> {
  if (ON_SQLITE) return {}
  const name = `rookery_kills_${process.pid}`
  const admin = new pg.Client(SERVER!)
  await admin.connect()
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  context.after(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const own = new URL(SERVER!)
  own.pathname = `/${name}`
  return { DATABASE_URL: own.href }
}

async function prepare(context: TestContext): Promise<Campaign> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-kills-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const env = environmentOf({
    ...(await makeDatabase(context)),
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    EGRESS_ALLOW: '127.0.0.0/8',
  })
  const inboxes = await startInboxes(LOUD * HOSTS_EACH)
  context.after(() => inboxes[Symbol.asyncDispose]())
  const names = [...Array.from({ length: LOUD }, (_, at) => `loud${at}`), 'quiet']
  const tokens: string[] = []
  for (const name of names) tokens.push(await makePerson(env, name))
  await using opened = await openApp(readConfig(env), { log: pino({ level: 'silent' }) })
  await addFollowers(opened.app, inboxes.all)
  return { env, folder, inboxes: inboxes.all, writers: new Writers(env.ORIGIN!, tokens) }
}

async function addFollowers(app: App, inboxes: readonly Inbox[]): Promise<void> {
  const hosts = inboxes.map(({ host }) => ({ username: 'reader', domain: host }))
  const readers = await insertRemoteAccounts(app, hosts)
  const loud = await app.db
    .selectFrom('account')
    .select('id')
    .where('username_lower', 'like', 'loud%')
    .orderBy(sql`length(username_lower)`)
    .orderBy('username_lower')
    .execute()
  await app.transact(async (tx) => {
    for (const [at, reader] of readers.entries()) {
      const { host } = inboxes[at]!
      const uris = { inbox_uri: `http://${host}/reader`, shared_inbox_uri: `http://${host}/inbox` }
      await tx.db.updateTable('remote_actor').set(uris).where('account_id', '=', reader).execute()
      const follow = {
        id: tx.newId(),
        account_id: reader,
        target_id: loud[Math.floor(at / HOSTS_EACH)]!.id,
        show_reblogs: true,
        notify: false,
        languages: null,
        uri: `http://${host}/follows/1`,
        created_at: tx.now,
      }
      await tx.db.insertInto('follow').values(follow).execute()
      tx.addToCount('account_stats.followers_count', follow.target_id, 1)
      tx.addToCount('account_stats.following_count', reader, 1)
    }
  })
}

/** A crash loop uses up the numbers of processes: the dead ones keep theirs for a minute. */
async function start(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  for (let tries = 0; ; tries++) {
    try {
      return await startProcess(env)
    } catch (error) {
      if (tries > 30 || !/processes use this database/.test(String(error))) throw error
      await delay(3_000)
    }
  }
}

interface Backup {
  file: string
  /** texts that had been acknowledged before it began */
  had: string[]
  finished: boolean
}

function startBackup({ env, folder, writers }: Campaign, round: number) {
  const file = join(folder, `backup-${round}`)
  const backup: Backup = { file, had: [...writers.acknowledged.posts.keys()], finished: false }
  const child = spawn(process.execPath, [BIN, 'backup', file, '--media'], { env, stdio: 'ignore' })
  const ended = new Promise<void>((done) => {
    child.once('close', (code) => {
      backup.finished = code === 0
      done()
    })
  })
  return { backup, ended, kill: () => void child.kill('SIGKILL') }
}

/** One life of the server: what was not answered is asked for again, then it is killed while it writes. */
async function live(campaign: Campaign, round: number): Promise<Backup | null> {
  const server = await start(campaign.env)
  const backingUp = round % 10 === 5 ? startBackup(campaign, round) : null
  const loud = { writer: round % LOUD, posts: LOUD_POSTS }
  const killed = new AbortController()
  const writing = campaign.writers.write(loud, QUIET_POSTS, killed.signal)
  const moment = backingUp === null ? Math.random() * LATEST_KILL : Math.random() * 4 * LATEST_KILL
  await delay(moment)
  server.kill('SIGKILL')
  killed.abort()
  if (round % 20 === 5) backingUp?.kill()
  await Promise.all([writing, server.ended, backingUp?.ended])
  return backingUp?.backup ?? null
}

/** The last life: everything is written and sent, and the server ends in order. */
async function liveToTheEnd({ env, writers }: Campaign): Promise<void> {
  const server = await start(env)
  while (writers.open > 0)
    await writers.write({ writer: 0, posts: 0 }, 0, new AbortController().signal)
  await using opened = await openApp(readConfig(env), { log: pino({ level: 'silent' }) })
  const waiting = () =>
    opened.app.db
      .selectFrom('delivery')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
  for (let tries = 0; Number((await waiting()).count) > 0; tries++) {
    assert.ok(tries < 600, 'deliveries are still waiting')
    await delay(500)
  }
  server.kill('SIGTERM')
  assert.equal((await server.ended).code, 0)
}

/** Acknowledged writes that are missing, or there more than once. */
async function compare(app: App, { posts, media, favourites }: Acknowledged) {
  const rows = await app.db
    .selectFrom('status')
    .select(['id', 'text'])
    .where('local', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const byText = Map.groupBy(rows, ({ text }) => text)
  const lost = [...posts].filter(
    ([text, { id }]) => !byText.get(text)?.some((row) => row.id === id),
  )
  const doubled = [...byText].filter(([, found]) => found.length > 1)
  const files = await app.db
    .selectFrom('media_attachment')
    .select(['id', 'file_key'])
    .where('state', '=', 'ready')
    .execute()
  const stored = new Map(files.map(({ id, file_key }) => [id, file_key]))
  const lostMedia: string[] = []
  for (const id of media) {
    const key = stored.get(id)
    const file = key == null ? null : await app.storage.open(key)
    if (file === null) lostMedia.push(id)
    await file?.close()
  }
  const kept = await app.db.selectFrom('favourite').select('status_id').execute()
  const favoured = new Set(kept.map(({ status_id }) => status_id))
  const lostFavourites = [...favourites].filter((id) => !favoured.has(id))
  return { lost, doubled, lostMedia, lostFavourites }
}

/** Deliveries that failed: because two kills left their outcome unknown, or for another reason. */
async function failedDeliveries(app: App) {
  const failed = await app.db
    .selectFrom('delivery')
    .select('last_error')
    .where('state', '=', 'failed')
    .execute()
  const others = failed.filter(({ last_error }) => !/stopped twice/.test(last_error ?? ''))
  return { cutOff: failed.length - others.length, others }
}

/** How many times each delivery came: index n counts those that came n times. */
function arrivals(inboxes: readonly Inbox[]): number[] {
  const counts: number[] = []
  for (const { arrived } of inboxes) {
    const byId = Map.groupBy(arrived, ({ activity }) => activity.id)
    for (const { length } of byId.values()) counts[length] = (counts[length] ?? 0) + 1
  }
  return Array.from(counts, (count) => count ?? 0)
}

async function wrongCounters(app: App): Promise<unknown[]> {
  return app.db
    .selectFrom('account_stats')
    .innerJoin('local_user', 'local_user.account_id', 'account_stats.account_id')
    .select(['account_stats.account_id', 'statuses_count'])
    .where('statuses_count', '!=', (eb) =>
      eb
        .selectFrom('status')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('status.account_id', '=', 'account_stats.account_id'),
    )
    .execute()
}

async function assertRestorable(campaign: Campaign, { file, had }: Backup): Promise<void> {
  const env = { ...campaign.env, DATA_DIR: `${file}-restored`, DATABASE_URL: '' }
  runTool(env, 'restore', file)
  await using restored = await openApp(readConfig(env), { log: pino({ level: 'silent' }) })
  const rows = await restored.app.db.selectFrom('status').select('text').execute()
  const texts = new Set(rows.map(({ text }) => text))
  assert.equal(texts.size, rows.length)
  assert.deepEqual(
    had.filter((text) => !texts.has(text)),
    [],
  )
}

test(`${KILLS} kills lose and double nothing that was acknowledged`, {
  skip: ON_SQLITE || ON_POSTGRES_SERVER ? false : 'needs TEST_DATABASE_URL',
  timeout: LONGEST,
}, async (context) => {
  const campaign = await prepare(context)
  const { acknowledged } = campaign.writers
  const backups: Backup[] = []
  for (let round = 0; round < KILLS; round++) {
    const backup = await live(campaign, round)
    if (backup !== null) backups.push(backup)
  }
  await liveToTheEnd(campaign)

  await using opened = await openApp(readConfig(campaign.env), { log: pino({ level: 'silent' }) })
  const outcome = await compare(opened.app, acknowledged)
  const times = arrivals(campaign.inboxes)
  const { cutOff, others } = await failedDeliveries(opened.app)
  const finished = backups.filter(({ finished }) => finished)
  console.log(
    `${KILLS} kills: ${acknowledged.posts.size} posts (${acknowledged.repeated} asked for again), ` +
      `${acknowledged.media.size} uploads, ${acknowledged.favourites.size} favourites, ` +
      `${finished.length} of ${backups.length} backups finished; deliveries that came ` +
      times
        .map((count, n) => `${n}x: ${count}`)
        .slice(1)
        .join(', ') +
      `; ${cutOff} were cut off twice and wait for the operator`,
  )
  assert.deepEqual(outcome, { lost: [], doubled: [], lostMedia: [], lostFavourites: [] })
  assert.deepEqual(await wrongCounters(opened.app), [])
  assert.deepEqual(others, [])
  assert.ok(finished.length * 3 >= backups.length, 'backups that nobody killed finish')
  for (const { file } of backups.filter(({ finished }) => !finished)) {
    assert.equal(existsSync(file), false, 'a backup that was cut off is not taken for a whole one')
  }
  for (const backup of finished.slice(-2)) await assertRestorable(campaign, backup)
  assert.deepEqual(times.slice(3), [], 'a delivery came more than twice')
})
