import assert from 'node:assert/strict'
import { test as nodeTest } from 'node:test'
import { sql } from 'kysely'
import { ON_POSTGRES_SERVER, ON_SQLITE } from '../support/database-kind.ts'
import { until } from '../support/in-time.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { type WatchedLoop, watchLoopOf } from '../support/watched-loop.ts'

const SECRET = 'a-value-that-is-private'
const test = ON_SQLITE ? nodeTest : nodeTest.skip
const testPostgres = ON_POSTGRES_SERVER ? nodeTest : nodeTest.skip

/** Lines about a statement; on a busy machine others may be slow, too. */
const slowOnes = ({ lines }: WatchedLoop, text: RegExp) =>
  lines.filter(({ msg, sql }) => msg === 'a statement was slow' && text.test(sql))

/** Counts so far in one statement, which joins a table by its key. */
async function count({ app }: TestServer, to: number): Promise<void> {
  await sql`with recursive number (i) as (select 1 union all select i + 1 from number where i < ${to})
    select count(*) from number left join setting on setting.name = ${SECRET} || i`.execute(app.db)
}

test('a statement that blocks the thread is logged once with its plan, and without its values', async () => {
  await using server = await startTestServer()
  using watch = watchLoopOf(server.app)
  const slow = () => slowOnes(watch, /^with recursive number/)

  let size = 50_000
  await until(async () => {
    await count(server, size)
    size *= 2
    return slow().length > 0
  })
  await count(server, size)
  await server.app.slowDb.selectFrom('setting').select('name').limit(1).execute()

  assert.equal(slow().length, 1)
  const [line] = slow()
  assert.ok(line!.ms >= 20 && line!.cpuMs > 0 && line!.cpuMs <= line!.ms, JSON.stringify(line))
  assert.match(line!.sql, / left join setting/)
  assert.match(line!.plan.join('\n'), /SEARCH setting USING .*\(name=\?\)/)
  assert.match(line!.plan.join('\n'), /^ {2}\S/m)
  assert.doesNotMatch(JSON.stringify(watch.lines), new RegExp(SECRET))
})

test('a stall by a statement is named after it', async () => {
  await using server = await startTestServer()
  using watch = watchLoopOf(server.app)

  const named = () =>
    watch.stalls('sql').filter(({ longestSql }) => /^with recursive number/.test(longestSql))

  let size = 200_000
  await until(async () => {
    await count(server, size)
    size = Math.min(size * 2, 6_400_000)
    return named().length > 0
  })

  const [line] = named()
  assert.ok(line!.longestMs >= line!.ms / 2 && line!.sqlMs >= line!.longestMs)
})

testPostgres(
  'a statement that PostgreSQL takes a second for is logged without a plan',
  async () => {
    await using server = await startTestServer()
    using watch = watchLoopOf(server.app)

    await sql`select pg_sleep(1), ${SECRET}::text`.execute(server.app.db)

    const slow = () => slowOnes(watch, /^select pg_sleep\(1\), \$1/)
    await until(() => slow().length > 0)
    const [line] = slow()
    assert.deepEqual([line!.plan, line!.cpuMs], [undefined, undefined])
  },
)
