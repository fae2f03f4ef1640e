import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLookUp, parseHosts, type Resolve } from './resolver.ts'

/** A DNS that counts queries, a settable clock, and a missing hosts file. */
function fakes(ttl: number) {
  const state = { asked: 0, now: 0, addresses: ['192.0.2.1'] }
  const resolve: Resolve = async () => {
    state.asked += 1
    return state.addresses.map((address) => ({ address, ttl }))
  }
  const lookUp = createLookUp({ resolve, clock: () => state.now, hostsFile: '/nonexistent' })
  return { state, lookUp }
}

test('an answer is kept for its TTL', async () => {
  const { state, lookUp } = fakes(60)
  await lookUp('a.example.com')
  state.addresses = ['192.0.2.2']
  state.now = 59_999

  assert.deepEqual(await lookUp('a.example.com'), ['192.0.2.1'])
  state.now = 60_000
  assert.deepEqual(await lookUp('a.example.com'), ['192.0.2.2'])
  assert.equal(state.asked, 2)
})

test('a TTL counts as five seconds at least and five minutes at most', async () => {
  for (const [ttl, kept] of [
    [0, 5_000],
    [86_400, 300_000],
  ] as const) {
    const { state, lookUp } = fakes(ttl)
    await lookUp('a.example.com')
    state.now = kept - 1
    await lookUp('a.example.com')
    assert.equal(state.asked, 1)
    state.now = kept
    await lookUp('a.example.com')
    assert.equal(state.asked, 2)
  }
})

test('that a name has no address is remembered too, that nobody answered is not', async () => {
  const { state, lookUp } = fakes(60)
  state.addresses = []
  assert.deepEqual(await lookUp('gone.example.com'), [])
  await lookUp('gone.example.com')
  assert.equal(state.asked, 1)

  let tries = 0
  const failing = createLookUp({
    hostsFile: '/nonexistent',
    resolve: async () => {
      tries += 1
      throw new Error('queryA ETIMEOUT')
    },
  })
  await assert.rejects(failing('a.example.com'), { reason: 'dns' })
  await assert.rejects(failing('a.example.com'), { reason: 'dns' })
  assert.equal(tries, 2)
})

test('many questions for one name at once are asked once', async () => {
  const { state, lookUp } = fakes(60)

  await Promise.all(Array.from({ length: 50 }, () => lookUp('a.example.com')))

  assert.equal(state.asked, 1)
})

test('the hosts file comes before DNS, and localhost before both', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'))
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, '192.0.2.7 social.example.com\n192.0.2.9 localhost\n')
  let asked = 0
  const resolve: Resolve = async () => {
    asked += 1
    return []
  }
  const lookUp = createLookUp({ resolve, hostsFile })

  try {
    assert.deepEqual(await lookUp('social.example.com'), ['192.0.2.7'])
    assert.deepEqual(await lookUp('localhost'), ['127.0.0.1', '::1'])
    assert.deepEqual(await lookUp('a.localhost'), ['127.0.0.1', '::1'])
    assert.equal(asked, 0)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a hosts file has comments, aliases, both families and sometimes rubbish', () => {
  const hosts = parseHosts(
    '# local\n127.0.0.1\tlocalhost  Box # the machine\n::1 localhost\n\nnot-an-address name\n',
  )

  assert.deepEqual(
    [...hosts],
    [
      ['localhost', ['127.0.0.1', '::1']],
      ['box', ['127.0.0.1']],
    ],
  )
})
