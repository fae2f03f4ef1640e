import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { freePort } from '../../../test/support/free-port.ts'
import { inTime, until } from '../../../test/support/in-time.ts'
import { RedisServer, withoutRedis } from '../../../test/support/redis-server.ts'
import { standStill } from '../../../test/support/stand-still.ts'
import { openRedis, type Redis, redisInfo, redisScript } from './redis.ts'

/** Lines that were logged. */
function createLog() {
  const lines: string[] = []
  const { promise: line, resolve } = Promise.withResolvers<void>()
  const add = (_: unknown, text?: string) => {
    lines.push(text ?? String(_))
    resolve()
  }
  return { lines, line, info: add, warn: add }
}

/** A start waits for Redis for a second; a busy machine may take longer. */
async function heard(redis: Redis): Promise<void> {
  let isHeard = false
  const hear = () => {
    isHeard = true
  }
  const poll = async () => {
    while (!isHeard) {
      await redis.publish('probe', '').catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  await redis.subscribe('probe', hear)
  await inTime(poll(), 'Redis brings messages')
  await redis.unsubscribe('probe', hear)
}

/** The answer of Redis; on a busy machine it may miss the 250 ms that a caller waits. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  let answer: T | undefined
  await until(async () => {
    try {
      answer = await ask()
      return true
    } catch (error) {
      if (/did not answer|does not answer/.test(String(error))) return false
      throw error
    }
  }, 'Redis answers')
  return answer as T
}

const openTwo = async (url: string) => {
  const opened = new AsyncDisposableStack()
  const [a, b] = await Promise.all([
    openRedis(url, 'a.test', createLog()),
    openRedis(url, 'a.test', createLog()),
  ])
  opened.use(a)
  opened.use(b)
  await Promise.all([heard(a), heard(b)])
  return { a, b, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const reaches = async (redis: Redis, ready: boolean) => {
  const poll = async () => {
    while (redis.isReady !== ready) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await inTime(poll(), ready ? 'Redis is back' : 'Redis is lost')
}

test('commands and scripts use keys of this server’s own', { skip: withoutRedis }, async () => {
  await using server = await RedisServer.start()
  await using redis = await openRedis(server.url, 'a.test', createLog())
  await reaches(redis, true)
  await using other = await openRedis(server.url, 'b.test', createLog())
  await reaches(other, true)
  const add = redisScript('return redis.call("GET", KEYS[1]) + ARGV[1]')
  const sum = (more: number) => answered(() => redis.script(add, ['n'], [more]))

  await answered(() => redis.command('SET', 'n', 40))

  assert.deepEqual([await sum(1), await sum(2)], [41, 42])
  assert.equal(await answered(() => other.command('GET', 'n')), null)
  assert.equal(await answered(() => redis.command('GET', 'n')), '40')
})

test('a message reaches the subscribers of its channel, on every process', {
  skip: withoutRedis,
}, async () => {
  await using server = await RedisServer.start()
  await using pair = await openTwo(server.url)
  const heard: string[] = []
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hear = (message: string, channel: string) => {
    heard.push(`${channel} ${message}`)
    begun.resolve()
  }
  const sent: string[] = []
  const publish = (channel: string, message: string) =>
    answered(() => {
      sent.push(`${channel} ${message}`)
      return pair.b.publish(channel, message)
    })

  await Promise.all([pair.a.subscribe('one', hear), pair.a.subscribe('two', hear)])
  await pair.a.subscribe('end', () => end.resolve())
  await publish('one', 'first')
  await inTime(begun.promise, 'the first message arrives')
  await pair.a.unsubscribe('one', hear)
  await publish('one', 'second')
  await publish('two', 'third')
  await publish('end', '')
  await inTime(end.promise, 'the last message arrives')

  // what was not answered in time is sent again
  assert.deepEqual([...new Set(heard)], ['one first', 'two third'])
  const times = (all: string[], one: string) => all.filter((each) => each === one).length
  for (const one of heard) assert.ok(times(heard, one) <= times(sent, one), `${one} came twice`)
})

test('after a restart of Redis every channel is subscribed again, also one asked for meanwhile', {
  skip: withoutRedis,
}, async () => {
  await using server = await RedisServer.start()
  const log = createLog()
  await using redis = await openRedis(server.url, 'a.test', log)
  const seen: string[] = []
  const lost = Promise.withResolvers<void>()
  const back = Promise.withResolvers<void>()
  const both = Promise.withResolvers<void>()
  const hear = (message: string) => {
    // what was not answered in time is sent again
    if (!seen.includes(message)) seen.push(message)
    if (seen.length === 2) both.resolve()
  }
  await heard(redis)
  redis.watch({ lost: () => lost.resolve(), back: () => back.resolve() })
  await redis.subscribe('old', hear)
  await redis.subscribe('dropped', hear)

  await server.stop()
  await inTime(lost.promise, 'the loss is noticed')
  await reaches(redis, false)
  await assert.rejects(redis.publish('old', 'into the void'))
  await redis.subscribe('new', hear)
  await redis.unsubscribe('dropped', hear)
  await server.start()
  await inTime(back.promise, 'the subscriptions are back')
  await reaches(redis, true)
  await answered(() => redis.publish('dropped', 'c'))
  await answered(() => redis.publish('old', 'a'))
  await answered(() => redis.publish('new', 'b'))
  await inTime(both.promise, 'both messages arrive')

  assert.deepEqual(seen, ['a', 'b'])
  const lines = log.lines.map((line) => line.replace(/127\S+/, 'HOST'))
  const [connected, ...changes] = [
    'Connected to Redis at HOST',
    'Redis at HOST cannot be used: the server goes on without it',
    'Redis at HOST answers again',
  ]
  if (lines[0] === connected) lines.shift() // not after a start that took long
  // each loss and each return once, on a busy machine more than one
  assert.deepEqual(
    lines,
    Array(lines.length / 2)
      .fill(changes)
      .flat(),
  )
  assert.ok(lines.length >= 2)
})

test('a Redis that falls silent is asked by nobody until it answers', {
  skip: withoutRedis,
}, async () => {
  await using server = await RedisServer.start()
  await using redis = await openRedis(server.url, 'a.test', createLog())
  await reaches(redis, true)

  server.pause()
  await assert.rejects(redis.command('GET', 'n'), /did not answer within 250 ms/)
  await assert.rejects(redis.command('GET', 'n'), /does not answer$/)
  assert.equal(redis.isReady, false)
  server.resume()
  await reaches(redis, true)

  assert.equal(await answered(() => redis.command('GET', 'n')), null)
})

test('a process that stood still reads what Redis said meanwhile', {
  skip: withoutRedis,
}, async () => {
  await using server = await RedisServer.start()
  await using redis = await openRedis(server.url, 'a.test', createLog())
  await reaches(redis, true)

  const ask = async () => {
    server.pause()
    const answer = redis.command('GET', 'n')
    await nextTurn() // the command is sent
    server.resume()
    standStill(1_000)
    return answer.catch(String)
  }

  let answer = await ask()
  // where Redis itself took so long
  for (let round = 0; answer !== null && round < 5; round++) {
    await reaches(redis, true)
    answer = await ask()
  }

  assert.equal(answer, null)
  assert.equal(redis.isReady, true)
})

test('one that accepts and never answers does not keep the server from starting', async () => {
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as { port: number }
  try {
    // a password makes the handshake wait for an answer
    await using redis = await openRedis(`redis://:p@127.0.0.1:${port}`, 'a.test', createLog())

    assert.equal(redis.isReady, false)
    await assert.rejects(redis.command('GET', 'n'))
  } finally {
    for (const socket of sockets) socket.destroy()
    mute.close()
  }
})

test('an address where nobody listens, and a refused password, are one line each', {
  skip: withoutRedis,
}, async () => {
  await using server = await RedisServer.start('--requirepass', 'secret')
  const refused = server.url.replace('//', '//:wr0ng@')
  for (const url of [`redis://127.0.0.1:${await freePort()}`, refused, `${server.url}/99`]) {
    const log = createLog()
    await using redis = await openRedis(url, 'a.test', log)

    await inTime(log.line, 'the loss is told')
    assert.equal(redis.isReady, false, url)
    assert.equal(log.lines.length, 1, url)
    assert.match(log.lines[0]!, /^Redis at 127\.0\.0\.1:\d+ cannot be used/)
    assert.doesNotMatch(log.lines[0]!, /wr0ng/)
    await assert.rejects(redis.command('GET', 'n'))
    await assert.rejects(redisInfo(url))
  }
  await using redis = await openRedis(server.url.replace('//', '//:secret@'), 'a', createLog())
  await reaches(redis, true)
})

test('a full Redis refuses to write, and goes on reading', { skip: withoutRedis }, async () => {
  await using server = await RedisServer.start(
    '--maxmemory',
    '1',
    '--maxmemory-policy',
    'noeviction',
  )
  await using redis = await openRedis(server.url, 'a.test', createLog())
  await reaches(redis, true)

  await assert.rejects(
    answered(() => redis.command('SET', 'n', 1)),
    /OOM/,
  )

  assert.equal(redis.isReady, true)
  assert.equal(await answered(() => redis.command('GET', 'n')), null)
  const info = await answered(() => redisInfo(server.url))
  assert.equal(info.get('maxmemory_policy'), 'noeviction')
})
