import assert from 'node:assert/strict'
import { test as nodeTest } from 'node:test'
import { sql } from 'kysely'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { idsOf } from '../support/entities.ts'
import { until } from '../support/in-time.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** SQLite, and PGlite, have one transaction at a time. */
const test = ON_POSTGRES_SERVER ? nodeTest : nodeTest.skip

const TEXT = 'See https://example.org/a about #cats'

test('S-785 lists and followed tags that change while a post waits for another transaction decide where it goes', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const [bob, carol] = [await server.signUp('bob'), await server.signUp('carol')]
  await bob.follow(alice)
  await alice.publish('The first #cats')
  const list = (await bob.post('/api/v1/lists', { title: 'Apart', exclusive: true })).json()
  // cards of links are noted before timelines are written
  const held = await holdCards(server)

  const posting = alice.publish(TEXT)
  await until(held.isWaitedFor)
  await bob.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [alice.id] })
  await carol.post('/api/v1/tags/cats/follow')
  await held.release()
  const { id } = await posting

  const read = async (path: string, user = bob) => idsOf((await user.get(path)).json())
  assert.ok((await read(`/api/v1/timelines/list/${list.id}`)).includes(id))
  assert.ok(!(await read('/api/v1/timelines/home')).includes(id))
  assert.ok((await read('/api/v1/timelines/home', carol)).includes(id))
})

async function holdCards({ app }: TestServer) {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = app.database.transaction(async (db) => {
    await sql`lock table status_card in exclusive mode`.execute(db)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return {
    async isWaitedFor() {
      const waiting = sql`select 1 from pg_locks where not granted and relation = 'status_card'::regclass`
      return (await waiting.execute(app.db)).rows.length > 0
    },
    async release() {
      released.resolve()
      await holding
    },
  }
}
