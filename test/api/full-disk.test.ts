import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openOwnTestDatabase } from '../support/database.ts'
import { startTestServer } from '../support/server.ts'

const onSqlite = (process.env.ROOKERY_TEST_DB || 'sqlite') === 'sqlite'

test('a disk that fills while running: writes answer 503, reading goes on, nothing is lost', {
  skip: onSqlite ? false : 'SQLite alone can be told to be full',
}, async () => {
  await using server = await startTestServer({}, { database: await openOwnTestDatabase() })
  const alice = await server.signUp('alice')
  const acknowledged: string[] = []
  const setPages = (count: number) =>
    server.app.database.transaction(async (db) => {
      await sql.raw(`pragma max_page_count = ${count}`).execute(db)
    })
  const write = (at: number) =>
    alice.post('/api/v1/statuses', { status: `${at} ${'long text '.repeat(45)}` })
  // no smaller than what there is: from here on the file cannot grow
  await setPages(1)

  let refused: Awaited<ReturnType<typeof write>> | null = null
  for (let at = 0; at < 500 && refused === null; at++) {
    const response = await write(at)
    if (response.statusCode === 200) acknowledged.push(response.json().id)
    else refused = response
  }
  const reading = await alice.get('/api/v1/timelines/home', { limit: '40' })
  await setPages(1_000_000)
  const later = await write(1000)

  assert.ok(refused)
  assert.equal(refused.statusCode, 503, refused.body)
  assert.match(refused.json().error, /room/)
  assert.equal(reading.statusCode, 200, reading.body)
  assert.deepEqual(
    reading.json().map((status: { id: string }) => status.id),
    acknowledged.reverse().slice(0, 40),
  )
  assert.equal(later.statusCode, 200, later.body)
})
