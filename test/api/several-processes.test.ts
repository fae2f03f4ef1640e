import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { settings } from '../../src/features/instance/settings.ts'
import { formatFamilies } from '../../src/kernel/instruments/exposition-format.ts'
import { inTime, until } from '../support/in-time.ts'
import { RedisServer, withoutRedis } from '../support/redis-server.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { type SeveralServers, startSeveral, withoutSeveral } from '../support/several-servers.ts'
import { openSocket } from '../support/streams.ts'

const PARTS = { web: ['web'], streaming: ['streaming'], jobs: ['jobs'] } as const
/** the close code of a server that goes away: clients come again */
const GOING_AWAY = 1001
const REVOKED = 1008

async function metricOf(server: TestServer, name: string): Promise<number> {
  const text = formatFamilies(
    await server.app.metrics.families((error) => assert.fail(String(error))),
  )
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

async function isReady({ anonymous }: TestServer, status: number, told: string): Promise<boolean> {
  const { statusCode, body } = await anonymous.get('/health/ready')
  return statusCode === status && body === told
}

for (const carrier of ['PostgreSQL', 'Redis'] as const) {
  const skip = withoutSeveral || (carrier === 'Redis' && withoutRedis)
  describe(`several processes over ${carrier}`, { skip }, () => {
    let redis: RedisServer | null = null
    let several: SeveralServers<keyof typeof PARTS>
    let web: TestServer
    let streaming: TestServer
    let jobs: TestServer
    let address: string
    let alice: TestUser
    let bob: TestUser

    before(async () => {
      if (carrier === 'Redis') redis = await RedisServer.start()
      several = await startSeveral(PARTS, redis?.url ?? null)
      ;({ web, streaming, jobs } = several.servers)
      address = await streaming.listen()
      alice = await web.signUp('alice')
      bob = await web.signUp('bob')
      await bob.follow(alice)
    })
    after(async () => {
      await several[Symbol.asyncDispose]()
      await redis?.[Symbol.asyncDispose]()
    })

    const listen = async (
      { token }: { token: string | null },
      stream: string,
      more: Record<string, string> = {},
    ) => {
      const socket = await openSocket(address, { token, query: { stream, ...more } })
      await socket.settle()
      return socket
    }

    const losses = async () => {
      const all = [web, streaming, jobs].map((one) => metricOf(one, 'rookery_bus_losses_total'))
      return (await Promise.all(all)).reduce((sum, lost) => sum + lost)
    }

    /**
     * A machine that stands still for seconds loses the bus, and streams end with it, as they should: a round in which
     * that was so is none. Without a loss the first one counts.
     */
    const undisturbed = (work: (round: number) => Promise<void>) => async () => {
      for (let round = 0; ; round++) {
        const before = await losses()
        try {
          return await work(round)
        } catch (error) {
          if (round === 4 || (await losses()) === before) throw error
          await until(() => [web, streaming, jobs].every(({ app }) => app.bus?.isConnected))
        }
      }
    }

    const onStreams = async () => {
      const list = (await bob.post('/api/v1/lists', { title: 'some' })).json()
      await bob.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [alice.id] })
      const showing = [
        await listen(bob, 'user'),
        await listen(bob, 'hashtag', { tag: 'Birds' }),
        await listen(bob, 'public:local'),
        await listen(bob, 'list', { list: list.id }),
      ]

      const { id } = await alice.publish('#birds are here')
      for (const socket of showing) assert.equal((await socket.nextPayload('update')).id, id)
      await alice.put(`/api/v1/statuses/${id}`, { status: '#birds are gone' })
      for (const socket of showing) assert.equal((await socket.nextPayload('status.update')).id, id)
      await alice.delete(`/api/v1/statuses/${id}`)
      for (const socket of showing) {
        const { event, payload } = await socket.next()
        assert.deepEqual([event, payload], ['delete', id])
        socket.client.close()
      }
    }
    test(
      'a post through one process is on the streams of another that show it',
      undisturbed(onStreams),
    )

    const pulled = async (round: number) => {
      const [star, dave] = [await web.signUp(`star${round}`), await web.signUp(`dave${round}`)]
      await bob.follow(star)
      await dave.follow(star)
      const list = (await bob.post('/api/v1/lists', { title: 'stars' })).json()
      await bob.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [star.id] })
      await web.set('timelines.fan_out_limit', 1)
      const showing = [
        await listen(bob, 'user'),
        await listen(bob, 'list', { list: list.id }),
        await listen(dave, 'user'),
      ]

      const { id } = await star.publish('to all of you')
      for (const socket of showing) assert.equal((await socket.nextPayload('update')).id, id)
      assert.equal((await dave.get('/api/v1/timelines/home')).json()[0].id, id)
      await star.put(`/api/v1/statuses/${id}`, { status: 'to most of you' })
      for (const socket of showing) assert.equal((await socket.nextPayload('status.update')).id, id)
      await star.delete(`/api/v1/statuses/${id}`)
      for (const socket of showing) {
        const { event, payload } = await socket.next()
        assert.deepEqual([event, payload], ['delete', id])
        socket.client.close()
      }
      await web.set('timelines.fan_out_limit', 0)
    }
    test('so is a post that timelines pull, which few of them have yet', undisturbed(pulled))

    const wanted = async (round: number) => {
      const carol = await web.signUp(`carol${round}`)
      const socket = await listen(carol, 'user')
      const heard = () => metricOf(streaming, 'rookery_bus_messages_total{direction="received"}')
      // by then all that was said before has been heard
      await carol.publish('first')
      await socket.nextPayload('update')
      const before = await heard()

      await alice.publish('for bob, who has no stream')
      await carol.publish('for herself')

      assert.equal((await socket.nextPayload('update')).content, '<p>for herself</p>')
      assert.equal((await heard()) - before, 1)
      socket.client.close()
    }
    test('a process hears only of what its connections look at', undisturbed(wanted))

    const changed = async (round: number) => {
      const title = `Name ${round}`
      const told = Promise.withResolvers<void>()
      streaming.app.bus?.listen(['caches'], () => told.resolve())
      const before = await streaming.app.cached.get(settings)

      await web.set('title', title)
      await inTime(told.promise, 'the bus tells of it')

      assert.notEqual(before.title, title)
      await until(async () => (await streaming.app.cached.get(settings)).title === title)
    }
    test('a setting that one process changes holds on the others', undisturbed(changed))

    const revoked = async () => {
      const token = await web.tokenFor(bob, 'read')
      const socket = await listen(token, 'user')

      const { id: tokenId } = await web.app.db
        .selectFrom('access_token')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await web.app.transact(async (tx) => {
        const ended = { revoked_at: tx.now }
        await tx.db.updateTable('access_token').set(ended).where('id', '=', tokenId).execute()
        tx.emit({ type: 'token.revoked', tokenIds: [tokenId] })
      })

      assert.equal(await socket.closed, REVOKED)
      const again = await fetch(`${address}/api/v1/streaming/user`, {
        headers: { authorization: `Bearer ${token.token}` },
      })
      assert.equal(again.status, 401)
    }
    test('a revoked token ends its streams on another process', undisturbed(revoked))

    const queued = async (round: number) => {
      if (round === 0) jobs.runner.start()
      const woken = Promise.withResolvers<void>()
      jobs.app.bus?.listen(['jobs'], () => woken.resolve())

      const done = async () => {
        const row = await web.app.db
          .selectFrom('job')
          .select('id')
          .where('kind', '=', 'home.deliver')
        return (await row.execute()).length === 0
      }
      await web.app.transact(async (tx) => {
        tx.enqueue({ kind: 'home.deliver', payload: { statusId: tx.newId(), after: '0' } })
      })

      await inTime(woken.promise, 'the process with the jobs is told')
      await until(done)
    }
    test('a job that one process queues is run by another, which is woken', undisturbed(queued))

    test('after a loss of the bus clients come again, and streams go on', async () => {
      const socket = await listen(bob, 'user')
      const before = await metricOf(streaming, 'rookery_bus_losses_total')
      if (redis === null) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'rookery bus'`.execute(
          web.app.db,
        )
      } else {
        await redis.stop()
        await until(() => [web, streaming].every(({ app }) => !app.bus?.isConnected))
        const told = 'The bus is not connected\n'
        await until(() => isReady(web, 200, told))
        await until(() => isReady(streaming, 503, told))
        assert.equal(socket.client.readyState, socket.client.OPEN)
        await redis.start()
      }

      assert.equal(await socket.closed, GOING_AWAY)
      await until(() => [web, streaming].every(({ app }) => app.bus?.isConnected))
      assert.ok((await metricOf(streaming, 'rookery_bus_losses_total')) > before)
      assert.ok((await metricOf(streaming, 'rookery_bus_gap_seconds_total')) > 0)
      const goOn = async () => {
        const again = await listen(bob, 'user')
        const { id } = await alice.publish('after the gap')
        assert.equal((await again.nextPayload('update')).id, id)
        again.client.close()
      }
      await undisturbed(goOn)()
    })

    test('a process answers for its own part only', async () => {
      const elsewhere = [
        await streaming.anonymous.get('/api/v2/instance'),
        await web.anonymous.get('/api/v1/streaming/user'),
        await jobs.anonymous.get('/'),
      ]
      for (const response of elsewhere) {
        assert.equal(response.statusCode, 421, response.body)
        assert.match(response.body, /^This process serves .* reverse proxy/)
      }
      for (const server of [web, streaming, jobs]) {
        assert.equal((await server.anonymous.get('/health')).statusCode, 200)
        await until(() => isReady(server, 200, 'OK'))
        const parts = [...server.app.config.parts]
        assert.equal(await metricOf(server, `rookery_part{part="${parts[0]}"}`), 1)
      }
      assert.equal((await streaming.anonymous.get('/api/v1/streaming/health')).body, 'OK')
    })

    test('a process that stops is not ready any more, and still answers', async () => {
      web.http.draining = true
      const response = await web.anonymous.get('/health/ready')
      assert.deepEqual([response.statusCode, response.body], [503, 'The process stops\n'])
      assert.equal((await web.anonymous.get('/api/v2/instance')).statusCode, 200)
      web.http.draining = false
    })
  })
}
