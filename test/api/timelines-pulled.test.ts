import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DAY } from '../../src/kernel/base/durations.ts'
import { StorageFull } from '../../src/kernel/base/errors.ts'
import { countQueries } from '../support/count-queries.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { plansOf, queriesOf } from '../support/queries.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { openSocket } from '../support/streams.ts'

const HOME = '/api/v1/timelines/home'

async function home(user: TestUser, query = ''): Promise<string[]> {
  return idsOf(entityOf(await user.get(`${HOME}${query}`), 'Status[]'))
}

async function holdersOf(server: TestServer, statusId: string): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('home_entry')
    .select('account_id')
    .where('status_id', '=', statusId)
    .execute()
  return rows.map((row) => row.account_id)
}

test('Statuses of an account above the fan-out limit', async (t) => {
  await using server = await startTestServer()
  const [star, fan, other, stranger] = [
    await server.signUp('star'),
    await server.signUp('fan'),
    await server.signUp('other'),
    await server.signUp('stranger'),
  ]
  await fan.follow(star)
  await other.follow(star)
  await stranger.follow(fan)
  await server.set('timelines.fan_out_limit', 1)
  const entriesOf = async (statusId: string) => (await holdersOf(server, statusId)).sort()
  const address = await server.listen()

  await t.test(
    'a status of an account above the limit is written for its author, and for others as they read',
    async () => {
      const { id } = await star.publish('to all of you')

      assert.deepEqual(await entriesOf(id), [star.id])
      assert.deepEqual(await home(fan, '?limit=1'), [id])
      assert.deepEqual(await entriesOf(id), [star.id, fan.id].sort())
      const later = await star.publish('and more')
      assert.deepEqual(await home(fan, `?since_id=${later.id}`), [])
      assert.deepEqual(await home(fan, `?min_id=${id}`), [later.id])
      assert.deepEqual(await home(other, '?limit=2'), [later.id, id])
      assert.ok(!(await home(stranger)).includes(id))
    },
  )

  await t.test('while nothing can be written, timelines show what they have', async () => {
    const before = await home(fan)
    const { id } = await star.publish('written nowhere yet')
    const { transact } = server.app
    const full = () => Promise.reject(new StorageFull())
    Object.assign(server.app, { transact: full })
    const shown = await home(fan)
    Object.assign(server.app, { transact })

    assert.deepEqual(shown, before)
    assert.equal((await home(fan))[0], id)
  })

  await t.test('an empty page is no reason to miss pulled statuses', async () => {
    const fresh = await server.signUp('fresh')
    await fresh.follow(star, { languages: ['xh'] })
    await fresh.follow(star, { languages: [] })
    const newest = (await home(star))[0]!
    const { id } = await star.publish('the first of a page')

    assert.deepEqual(await home(fresh, `?since_id=${newest}`), [id])
  })

  await t.test(
    'a direct status of such an account reaches those whom it mentions at once',
    async () => {
      const { id } = await star.publish('@fan between us', { visibility: 'direct' })

      assert.deepEqual(await entriesOf(id), [star.id, fan.id].sort())
      assert.ok((await home(fan)).includes(id))
    },
  )

  await t.test(
    'streams bring a pulled status, its edit and its deletion once to each follower, and to lists',
    async () => {
      const list = (await fan.post('/api/v1/lists', { title: 'Stars' })).json()
      await fan.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [star.id] })
      const socket = await openSocket(address, { token: fan.token })
      await socket.subscribe('user')
      const listSocket = await openSocket(address, { token: fan.token })
      await listSocket.subscribe('list', { list: list.id })
      const away = await openSocket(address, { token: stranger.token })
      await away.subscribe('user')

      const { id } = await star.publish('live')
      assert.equal((await socket.nextPayload('update')).id, id)
      assert.equal((await listSocket.nextPayload('update')).id, id)
      const edited = await star.put(`/api/v1/statuses/${id}`, { status: 'changed' })
      assert.equal(edited.statusCode, 200)
      assert.equal((await socket.nextPayload('status.update')).id, id)
      await other.post(`/api/v1/statuses/${id}/reblog`)
      const again = await star.post(`/api/v1/statuses/${id}/reblog`)
      assert.equal(again.statusCode, 200)
      const { id: last } = await star.publish('the end')
      assert.equal(
        (await socket.nextPayload('update')).id,
        last,
        'no reblog of what was live already',
      )
      const own = await fan.publish('mine')
      assert.equal((await away.nextPayload('update')).id, own.id, 'a stranger gets none of it')
    },
  )

  await t.test(
    'streams bring the deletion of a pulled status, whether or not their reader has pulled it',
    async () => {
      const list = (await fan.post('/api/v1/lists', { title: 'Deleted' })).json()
      await fan.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [star.id] })
      const showing = [
        await openSocket(address, { token: fan.token, query: { stream: 'user' } }),
        await openSocket(address, { token: fan.token, query: { stream: 'list', list: list.id } }),
        await openSocket(address, { token: other.token, query: { stream: 'user' } }),
      ]
      for (const socket of showing) await socket.settle()
      const { id } = await star.publish('not for long')
      for (const socket of showing) assert.equal((await socket.nextPayload('update')).id, id)
      assert.equal((await home(other))[0], id)

      assert.equal((await star.delete(`/api/v1/statuses/${id}`)).statusCode, 200)
      const { id: next } = await star.publish('what comes next')

      for (const socket of showing) {
        const { event, payload } = await socket.next()
        assert.deepEqual([event, payload], ['delete', id])
        assert.equal((await socket.nextPayload('update')).id, next, 'it comes once')
        socket.client.close()
      }
    },
  )

  await t.test(
    'a page costs as many queries with pulled statuses as without, all from indexes',
    async () => {
      await home(fan)
      await home(stranger)
      const asked = (user: TestUser) => countQueries(server, () => home(user))

      assert.equal(await asked(fan), await asked(stranger))
      if (ON_SQLITE) {
        const plans = await plansOf(server.app.db, () => home(fan))
        const steps = plans
          .filter((plan) => plan.sql.includes('home_entry'))
          .flatMap((one) => one.plan)
        assert.ok(steps.some((step) => step.includes('pulled_author_last_position')))
        assert.deepEqual(
          steps.filter((step) => /^SCAN (?!truth|\(|few)|TEMP B-TREE/.test(step)),
          [],
        )
        return
      }
      const [page] = (await queriesOf(server.app.db, () => home(fan))).filter((query) =>
        query.sql.includes('home_entry'),
      )
      await server.app.transact(async (tx) => {
        // the tables are small, and would be read whole
        await sql`set local enable_seqscan = off`.execute(tx.db)
        const { rows } = await tx.db.executeQuery<Record<string, string>>({
          ...page!,
          sql: `explain ${page!.sql}`,
        })
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        assert.match(plan, /pulled_author_(last_position|pkey)/)
        assert.doesNotMatch(plan, /Seq Scan on (home_entry|follow|pulled_author|status) /)
      })
    },
  )

  await t.test(
    'who was away gets the latest when the timeline is made again, and no more',
    async () => {
      const away = await server.signUp('away')
      await away.follow(star)
      const { id } = await star.publish('while you are there')
      server.clock.now += 40 * DAY
      await server.app.transact(async (tx) => tx.enqueue({ kind: 'home.trim', payload: {} }))
      await server.settle()
      const { id: missed } = await star.publish('while you are away')

      const back = await away.get(HOME)
      assert.equal(back.statusCode, 206)
      await server.settle()

      const ids = await home(away)
      assert.deepEqual([ids.includes(id), ids[0]], [true, missed])
    },
  )
})
