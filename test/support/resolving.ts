import assert from 'node:assert/strict'
import { waitForOthers } from './patience.ts'
import { startTestServer, type TestServer, type TestUser } from './server.ts'

/** of WebFinger's answers */
export const JRD = { contentType: 'application/jrd+json' }
export const ACTIVITY_JSON = 'application/activity+json'

/** A server that looks for others on loopback. */
export async function start(): Promise<TestServer> {
  const server = await startTestServer({
    origin: 'http://home.test',
    domain: 'home.test',
    handleDomain: 'home.test',
    egressAllow: ['127.0.0.0/8'],
  })
  waitForOthers(server.app)
  return server
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
export async function search(user: TestUser, q: string): Promise<any[]> {
  const response = await user.get('/api/v2/search', { q, resolve: true })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().accounts
}

// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
export async function resolve(user: TestUser, q: string): Promise<any> {
  const [account] = await search(user, q)
  assert.ok(account, `${q} was not found`)
  return account
}

/** Accounts of others that are stored. */
export function countRows({ app }: TestServer) {
  return app.db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('domain', 'is not', null)
    .executeTakeFirstOrThrow()
}
