import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Database } from '../../src/kernel/db/database.ts'
import { openDatabase, openMigrated } from '../../src/kernel/db/open.ts'
import { TestClient } from '../support/client.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { move } from '../support/moves.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { seedShowcase } from '../support/showcase.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-move-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const mediaStorage = join(folder, 'media')

/** The server closes what it is given; a move opens it again. */
function kept(database: Database): Database {
  return { ...database, async [Symbol.asyncDispose]() {} }
}

/** Pages as three people and a visitor see them, and the bytes of every picture. */
async function pagesOf(server: TestServer, tokens: (string | null)[], threadId: string) {
  const paths = [
    '/api/v1/timelines/home?limit=40',
    '/api/v1/notifications?limit=40',
    '/api/v1/accounts/verify_credentials',
    '/api/v1/timelines/public?limit=40',
    '/api/v1/timelines/tag/birds',
    `/api/v1/statuses/${threadId}/context`,
    `/api/v1/statuses/${threadId}/history`,
    '/api/v2/search?q=roof&type=statuses',
    '/api/v2/search?q=gra&type=accounts',
    '/api/v1/conversations',
    '/api/v1/custom_emojis',
    '/api/v2/instance',
  ]
  const pages: Record<string, unknown> = {}
  for (const [who, token] of tokens.entries()) {
    const client = new TestClient(server.http, token)
    for (const path of paths) {
      const { statusCode, body } = await client.get(path)
      pages[`${who} ${path}`] = [statusCode, JSON.parse(body)]
    }
  }
  const addresses = JSON.stringify(pages).match(/(?<=https:\/\/rookery\.test)\/system\/[^"\\]+/g)
  for (const path of new Set(addresses)) {
    const { statusCode, rawPayload } = await server.anonymous.get(path)
    assert.equal(statusCode, 200, path)
    pages[path] = rawPayload.toString('base64')
  }
  return pages
}

async function tokensOf(server: TestServer): Promise<(string | null)[]> {
  const users = await server.app.db.selectFrom('local_user').select('id').orderBy('id').execute()
  const clients = users.slice(0, 3).map(({ id }) => server.tokenFor({ userId: id }, 'read'))
  return [...(await Promise.all(clients)).map(({ token }) => token), null]
}

const runs = ON_SQLITE ? { skip: 'one run has both databases: the one on PostgreSQL' } : {}

test(
  'a server shows everybody the same after its database moved, there and back',
  runs,
  async () => {
    await using source = await openMigrated({ databaseUrl: null, dataDir: join(folder, 'from') })
    await using middle = await openTestDatabase()
    const back = { databaseUrl: null, dataDir: join(folder, 'back') }
    let now = 0
    const serve = async <T>(database: Database, work: (server: TestServer) => Promise<T>) => {
      await using server = await startTestServer({ mediaStorage }, { database: kept(database) })
      if (now > 0) server.clock.now = now
      now = server.clock.now
      return await work(server)
    }

    const { tokens, threadId, wanted } = await serve(source, async (server) => {
      const { threadId } = await seedShowcase(server, 0.1)
      await server.settle()
      const tokens = await tokensOf(server)
      return { tokens, threadId, wanted: await pagesOf(server, tokens, threadId) }
    })
    await move(source, middle)
    const there = await serve(middle, (server) => pagesOf(server, tokens, threadId))
    {
      await using target = await openDatabase(back, { process: 'tool', filled: true })
      await move(middle, target)
    }
    await using returned = await openMigrated(back)
    const here = await serve(returned, (server) => pagesOf(server, tokens, threadId))

    assert.ok(Object.keys(wanted).length > 60, `${Object.keys(wanted).length} pages`)
    assert.match(JSON.stringify(wanted['0 /api/v2/search?q=roof&type=statuses']), /north gate/)
    assert.deepEqual(there, wanted)
    assert.deepEqual(here, wanted)
  },
)
