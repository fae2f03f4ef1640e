import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { surfaces } from '../../src/app/compose/routes.ts'
import { type OpenOptions, openApp } from '../../src/app/open.ts'
import { createHttp } from '../../src/app/serve.ts'
import { createLocalAccount } from '../../src/features/identity/local-accounts.ts'
import { hashPassword } from '../../src/features/identity/passwords.ts'
import {
  changeSetting,
  type SettingName,
  type Settings,
} from '../../src/features/instance/settings.ts'
import { registerApplication } from '../../src/features/oauth/applications.ts'
import { issueToken } from '../../src/features/oauth/tokens.ts'
import { type Config, readConfig } from '../../src/kernel/base/config.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import type { App } from '../../src/kernel/core/app.ts'
import type { Server } from '../../src/kernel/http/routes.ts'
import { ALL_SCOPES } from '../../src/kernel/http/scopes.ts'
import type { JobRunner } from '../../src/kernel/jobs/runner.ts'
import type { Mail } from '../../src/kernel/mail/mail.ts'
import { refuseCachedInside } from './cached-inside.ts'
import { TestClient } from './client.ts'
import { clockLead } from './clock-lead.ts'
import { openTestDatabase } from './database.ts'
import { borrowHttp } from './lent-server.ts'
import { demandNoneOverlooked } from './refusals.ts'
import { countStart } from './starts.ts'

export const PASSWORD = 'correct horse battery staple'

/** A signed-up user with a token for everything. */
export class TestUser extends TestClient {
  /** id of the account */
  readonly id: string
  readonly userId: string
  readonly username: string
  readonly email: string

  constructor(
    server: Server,
    token: string,
    user: { id: string; userId: string; username: string; email: string },
  ) {
    super(server, token)
    this.id = user.id
    this.userId = user.userId
    this.username = user.username
    this.email = user.email
  }

  // biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
  async publish(status: string, more: Record<string, unknown> = {}): Promise<any> {
    const response = await this.post('/api/v1/statuses', { status, ...more })
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  async follow(target: TestUser, more: Record<string, unknown> = {}): Promise<void> {
    const response = await this.post(`/api/v1/accounts/${target.id}/follow`, more)
    assert.equal(response.statusCode, 200, response.body)
  }
}

export interface TestServer extends AsyncDisposable {
  app: App
  http: Server
  runner: JobRunner
  /** nobody signed in */
  anonymous: TestClient
  /** mails that were sent, oldest first */
  mails: Mail[]
  /** ms since 1970; add to it to let time pass */
  clock: { now: number }
  /** from now on time passes only as `clock` is changed */
  stopClock(): void
  signUp(username: string, options?: SignUpOptions): Promise<TestUser>
  /** another token of a user */
  tokenFor(user: { userId: string } | null, scopes: string): Promise<TestClient>
  set<Name extends SettingName>(name: Name, value: Settings[Name]): Promise<void>
  /** runs everything that is due, after what was begun behind the replies so far */
  settle(): Promise<void>
  /** starts listening on a free port of loopback and gives its address */
  listen(): Promise<string>
}

interface SignUpOptions {
  role?: 'Owner' | 'Admin' | 'Moderator'
  confirmed?: boolean
  approved?: boolean
  /** what the token may do; default everything */
  scopes?: string
}

interface StartOptions extends Pick<OpenOptions, 'mailHosts' | 'database' | 'serves'> {
  /** with HTTP as it is in production: for tests of its limits and of what it counts */
  wholeHttp?: boolean
}

/** Where limits count a clock begins with a day, as all their windows do. */
const dayLead = (now: number): number => Math.ceil(now / DAY) * DAY + 1000 - now

/** @returns waits for the transactions that are open by then: some are begun behind a reply */
function watchTransactions(app: App): () => Promise<unknown> {
  const { transact } = app
  const open = new Set<Promise<unknown>>()
  const watched: App['transact'] = (work) => {
    const one = transact(work)
    open.add(one)
    const forget = () => open.delete(one)
    one.then(forget, forget)
    return one
  }
  Object.assign(app, { transact: watched })
  return () => Promise.allSettled(open)
}

/**
 * A whole server in this process, on an empty test database or the one that is given, which it closes; rate
 * limits are off unless asked for.
 */
export async function startTestServer(
  overrides: Partial<Config> = {},
  { mailHosts, database: given, serves = false, wholeHttp = false }: StartOptions = {},
): Promise<TestServer> {
  countStart('servers')
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-test-'))
  const database = given ?? (await openTestDatabase())
  const mails: Mail[] = []
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, ORIGIN: 'https://rookery.test', LOG_LEVEL: 'silent' }),
    rateLimits: false,
    secretCost: 'cheap',
    ...overrides,
  }
  const startedAt = Date.now()
  const lead = config.rateLimits ? dayLead(startedAt) : clockLead.at(startedAt)
  const clock = { now: startedAt + lead }
  const log = pino({ level: process.env.TEST_LOG ?? 'fatal' })
  let stoppedAt: number | null = null
  const read = () => clock.now + ((stoppedAt ?? Date.now()) - startedAt)
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const made = await surfaces(config)
  const opened = await openApp(config, {
    database,
    log,
    mailer,
    mailHosts,
    clock: read,
    subscribers: made.subscribers,
    serves,
  })
  const { app, runner } = opened
  refuseCachedInside(app)
  const written = watchTransactions(app)
  // counts of requests are kept by the server itself
  const isWhole = wholeHttp || config.rateLimits
  const http = await (isWhole ? createHttp : borrowHttp)(app, made.routes)
  await http.ready()
  const application = await app.transact((tx) =>
    registerApplication(tx, {
      name: 'Test',
      redirectUris: 'urn:ietf:wg:oauth:2.0:oob',
      scopes: ALL_SCOPES.join(' '),
      website: null,
    }),
  )
  const passwordHash = await hashPassword(config, PASSWORD)

  const issue = async (userId: string | null, scopes: string) =>
    (
      await app.transact((tx) =>
        issueToken(tx, app.keys, { applicationId: application.id, userId, scopes }),
      )
    ).text

  const closed = clockLead.open()
  return {
    app,
    http,
    runner,
    mails,
    clock,
    stopClock() {
      stoppedAt ??= Date.now()
    },
    anonymous: new TestClient(http, null),
    async signUp(username, options = {}) {
      const role =
        options.role === undefined
          ? undefined
          : await app.db
              .selectFrom('role')
              .select('id')
              .where('name', '=', options.role)
              .executeTakeFirstOrThrow()
      const email = `${username.toLowerCase()}@example.org`
      const { accountId, userId } = await app.transact((tx) =>
        createLocalAccount(tx, {
          username,
          email,
          passwordHash,
          locale: 'en',
          confirmed: options.confirmed ?? true,
          approved: options.approved ?? true,
          roleId: role?.id ?? null,
          byOperator: true,
        }),
      )
      const token = await issue(userId, options.scopes ?? ALL_SCOPES.join(' '))
      return new TestUser(http, token, { id: accountId, userId, username, email })
    },
    async tokenFor(user, scopes) {
      return new TestClient(http, await issue(user?.userId ?? null, scopes))
    },
    set: (name, value) => app.transact((tx) => changeSetting(tx, name, value)),
    async settle() {
      await written()
      await app.deferredJobs.flush()
      await runner.settle()
    },
    listen: () => http.listen({ host: '127.0.0.1', port: 0 }),
    async [Symbol.asyncDispose]() {
      await http.close()
      await opened[Symbol.asyncDispose]()
      // the database is the next test's
      await written()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
      closed()
      demandNoneOverlooked(http)
    },
  }
}
