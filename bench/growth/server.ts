import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { surfaces } from '../../src/app/compose/routes.ts'
import { openApp } from '../../src/app/open.ts'
import { createHttp } from '../../src/app/serve.ts'
import { changeSetting } from '../../src/features/instance/settings.ts'
import { registerApplication } from '../../src/features/oauth/applications.ts'
import { issueToken } from '../../src/features/oauth/tokens.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import type { App } from '../../src/kernel/core/app.ts'
import type { Tx } from '../../src/kernel/core/tx.ts'
import { ALL_SCOPES } from '../../src/kernel/http/scopes.ts'
import { ENDS_AT, PEOPLE, type Size, userId } from '../../test/support/large/layout.ts'
import type { ListRequest } from '../../test/support/large/requests.ts'
import { openLargeSqlite } from '../../test/support/large/sqlite.ts'

/** ms after the newest row of the database */
const NOW = ENDS_AT + 3_600_000

export interface Answer {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}

/** A server in this process over a generated database, which runs no jobs. */
export interface GrownServer extends AsyncDisposable {
  app: App
  size: Size
  /** asks as the account that keeps the most, the owner, or as nobody */
  get(path: string, asks: ListRequest['asks']): Promise<Answer>
}

/** A server of so many statuses with a fifth as many accounts, half of which follow one of them. */
export function sizeOf(statuses: number): Size {
  return { accounts: statuses / 5, people: statuses / 500, statuses }
}

/** @param folder keeps the database, if it has none for this schema yet after making it */
export async function startGrown(size: Size, folder: string): Promise<GrownServer> {
  await using open = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'rookery-growth-'))
  open.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = open.use(await openLargeSqlite(size, folder))
  const config = readConfig({
    DATA_DIR: dataDir,
    ORIGIN: 'https://rookery.test',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
  })
  const { subscribers, routes } = await surfaces(config)
  const log = pino({ level: 'fatal' })
  const startedAt = Date.now()
  const clock = () => NOW + (Date.now() - startedAt)
  const { app } = open.use(await openApp(config, { database, log, clock, subscribers }))
  const token = await app.transact((tx) => admitOwner(tx, app))
  const http = open.adopt(await createHttp(app, routes), (server) => server.close())
  await http.ready()
  const headers = { authorization: `Bearer ${token}` }
  const owned = open.move()
  return {
    app,
    size,
    get: (url, asks) => http.inject({ url, headers: asks === 'viewer' ? headers : {} }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** @returns a token of the account with most rows, which may see the lists of the staff too */
async function admitOwner(tx: Tx, app: App): Promise<string> {
  await changeSetting(tx, 'domain_blocks_shown', 'everybody')
  await changeSetting(tx, 'timelines.hashtag.local', 'public')
  const owner = userId(PEOPLE.viewer)
  const highest = tx.db.selectFrom('role').select('id').orderBy('position', 'desc').limit(1)
  await tx.db.updateTable('local_user').set({ role_id: highest }).where('id', '=', owner).execute()
  tx.emit({ type: 'settings.changed' })
  const scopes = ALL_SCOPES.join(' ')
  const { id } = await registerApplication(tx, {
    name: 'Bench',
    redirectUris: 'urn:ietf:wg:oauth:2.0:oob',
    scopes,
    website: null,
  })
  return (await issueToken(tx, app.keys, { applicationId: id, userId: owner, scopes })).text
}
