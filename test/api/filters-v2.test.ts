import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v2/filters'
const UNKNOWN = '108020000000000000'

async function create(user: TestUser, more: Record<string, unknown> = {}) {
  const reply = await user.post(PATH, { title: 'Birds', context: ['home'], ...more })
  return entityOf(reply, 'Filter')
}

test('S-090 S-091 S-096 S-097 a filter is made with its keywords, and listed for its owner alone', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const earliest = server.app.clock() + 3_600_000

  const made = await create(alice, {
    title: 'Crows & ravens',
    context: ['public', 'home', 'home', ' '],
    filter_action: 'hide',
    expires_in: '3600',
    keywords_attributes: [
      { keyword: 'crow' },
      { keyword: 'raven', whole_word: '0' },
      { keyword: '', whole_word: '' },
      { keyword: 'gone', _destroy: true },
    ],
  })
  const latest = server.app.clock() + 3_600_000

  const [crow, raven] = made.keywords
  assert.deepEqual(made, {
    id: made.id,
    title: 'Crows & ravens',
    context: ['public', 'home'],
    expires_at: made.expires_at,
    filter_action: 'hide',
    keywords: [
      { id: crow.id, keyword: 'crow', whole_word: true },
      { id: raven.id, keyword: 'raven', whole_word: false },
    ],
    statuses: [],
  })
  const expires = Date.parse(made.expires_at)
  assert.ok(expires >= earliest && expires <= latest, made.expires_at)
  const plain = await create(alice)
  assert.deepEqual([plain.filter_action, plain.expires_at], ['warn', null])
  assert.deepEqual(entityOf(await alice.get(PATH), 'Filter[]'), [made, plain])
  assert.deepEqual(entityOf(await alice.get(`${PATH}/${made.id}`), 'Filter'), made)
  assert.deepEqual((await bob.get(PATH)).json(), [])
  const one = await countQueries(server, () => alice.get(PATH))
  for (let more = 0; more < 5; more++)
    await create(alice, { keywords_attributes: [{ keyword: 'a' }] })
  assert.equal(await countQueries(server, () => alice.get(PATH)), one)
})

test('S-092 S-093 S-094 what no filter may be is refused, and nothing is made', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const good = { title: 'Birds', context: ['home'] }
  const keyword = (text: unknown) => ({ keywords_attributes: [{ keyword: text }] })

  for (const [more, status] of [
    [{ title: undefined }, 422],
    [{ title: '  ' }, 422],
    [{ title: '𝒳'.repeat(257) }, 422],
    [{ context: undefined }, 422],
    [{ context: [] }, 422],
    [{ context: ['', ' '] }, 422],
    [{ context: ['home', 'elsewhere'] }, 422],
    [{ filter_action: 'shout' }, 422],
    [{ expires_in: 'soon' }, 422],
    [keyword('𝒳'.repeat(513)), 422],
    [{ keywords_attributes: [{ keyword: ' ', whole_word: true }] }, 422],
    [{ keywords_attributes: [{ id: UNKNOWN, keyword: 'a' }] }, 404],
    [{ keywords_attributes: Array.from({ length: 2001 }, () => ({ keyword: 'a' })) }, 422],
    [
      { keywords_attributes: Array.from({ length: 200 }, () => ({ keyword: 'a'.repeat(512) })) },
      422,
    ],
  ] as const) {
    const reply = await alice.post(PATH, { ...good, ...more })
    assert.equal(reply.statusCode, status, `${JSON.stringify(more).slice(0, 80)}: ${reply.body}`)
    assert.equal(typeof reply.json().error, 'string')
  }
  assert.deepEqual((await alice.get(PATH)).json(), [])

  const longest = await create(alice, { title: '𝒳'.repeat(256), ...keyword('𝒳'.repeat(512)) })
  assert.equal(longest.keywords.length, 1)
  const endless = await create(alice, { expires_in: 9e15 })
  assert.ok(Date.parse(endless.expires_at) > server.clock.now)
})

test('S-100 S-101 S-095 a change touches what it names: keywords are edited, removed and added', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const made = await create(alice, {
    expires_in: 60,
    keywords_attributes: { 0: { keyword: 'one' }, 1: { keyword: 'two' }, 2: { keyword: 'three' } },
  })
  const other = await create(alice, { keywords_attributes: [{ keyword: 'other' }] })
  const foreign = await create(bob, { keywords_attributes: [{ keyword: 'foreign' }] })
  const [one, two, three] = made.keywords
  const path = `${PATH}/${made.id}`

  for (const { id } of [other.keywords[0], foreign.keywords[0], { id: UNKNOWN }]) {
    for (const entry of [
      { id, keyword: 'mine' },
      { id, _destroy: true },
    ]) {
      const reply = await alice.put(path, {
        title: 'Changed',
        keywords_attributes: [{ keyword: 'new' }, entry],
      })
      assert.equal(reply.statusCode, 404)
    }
  }
  assert.equal((await alice.put(path, { context: [''] })).statusCode, 422)
  assert.equal((await alice.put(path, { title: '' })).statusCode, 422)
  assert.deepEqual((await alice.get(path)).json(), made)

  const form = new URLSearchParams([
    ['keywords_attributes[][id]', one.id],
    ['keywords_attributes[][whole_word]', 'false'],
    ['keywords_attributes[][id]', two.id],
    ['keywords_attributes[][_destroy]', '1'],
    ['keywords_attributes[][id]', ''],
    ['keywords_attributes[][keyword]', 'four'],
    ['keywords_attributes[][id]', three.id],
    ['keywords_attributes[][keyword]', 'third'],
  ])
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const changed = entityOf(await alice.patch(path, form.toString(), type), 'Filter')

  const shown = (entity: typeof made) =>
    entity.keywords.map((entry: typeof one) => [entry.keyword, entry.whole_word])
  assert.deepEqual(
    { ...changed, keywords: shown(changed) },
    {
      ...made,
      keywords: [
        ['one', false],
        ['third', true],
        ['four', true],
      ],
    },
  )
  const forever = entityOf(await alice.put(path, { expires_in: '', context: 'thread' }), 'Filter')
  assert.deepEqual([forever.expires_at, forever.context], [null, ['thread']])
  const past = entityOf(await alice.put(path, { expires_in: -60, filter_action: 'blur' }), 'Filter')
  assert.ok(Date.parse(past.expires_at) < server.app.clock())
  assert.equal(past.filter_action, 'blur')
  assert.ok(idsOf((await alice.get(PATH)).json()).includes(made.id), 'expired ones stay listed')
})

test('S-103 S-104 S-105 S-106 keywords by themselves, under both spellings of their paths', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await create(alice)
  const list = `${PATH}/${id}/keywords`

  const first = entityOf(await alice.post(list, { keyword: 'first' }), 'FilterKeyword')
  const aliased = await alice.post(`${list}/7`, { keyword: 'second', whole_word: false })
  const second = entityOf(aliased, 'FilterKeyword')

  assert.deepEqual(first, { id: first.id, keyword: 'first', whole_word: true })
  assert.deepEqual(second, { id: second.id, keyword: 'second', whole_word: false })
  assert.deepEqual(entityOf(await alice.get(list), 'FilterKeyword[]'), [first, second])
  for (const base of ['/api/v1/filters/keywords', '/api/v2/filters/keywords']) {
    const path: string = `${base}/${first.id}`
    assert.deepEqual(entityOf(await alice.get(path), 'FilterKeyword'), first)
    assert.equal((await alice.put(path, { keyword: ' ' })).statusCode, 422)
    const changed = await alice.put(path, { keyword: base, whole_word: 'off' })
    assert.deepEqual(changed.json(), { id: first.id, keyword: base, whole_word: false })
    assert.deepEqual((await alice.put(path, { keyword: 'first', whole_word: 'on' })).json(), first)
  }
  assert.equal((await alice.post(list, { keyword: '' })).statusCode, 422)
  assert.equal((await alice.post(list, {})).statusCode, 422)

  const removed = await alice.delete(`/api/v2/filters/keywords/${first.id}`)
  assert.deepEqual([removed.statusCode, removed.json()], [200, {}])
  const shown = await alice.delete(`/api/v1/filters/keywords/${second.id}`)
  assert.deepEqual([shown.statusCode, shown.json()], [200, second])
  assert.equal((await alice.delete(`/api/v1/filters/keywords/${second.id}`)).statusCode, 404)
  assert.deepEqual((await alice.get(list)).json(), [])
})

test('S-107 S-108 S-102 statuses are filtered one by one, and all go with their filter', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const { id } = await create(alice, { keywords_attributes: [{ keyword: 'a' }] })
  const status = await bob.publish('hello')
  const hidden = await bob.publish('hidden', { visibility: 'private' })
  const list = `${PATH}/${id}/statuses`

  const entry = entityOf(await alice.post(list, { status_id: status.id }), 'FilterStatus')

  assert.deepEqual(entry, { id: entry.id, status_id: status.id })
  for (const status_id of [status.id, hidden.id, UNKNOWN, 'x', undefined]) {
    assert.equal((await alice.post(list, { status_id })).statusCode, 422, status_id)
  }
  assert.deepEqual(entityOf(await alice.get(list), 'FilterStatus[]'), [entry])
  const path: string = `${PATH}/statuses/${entry.id}`
  assert.deepEqual(entityOf(await alice.get(path), 'FilterStatus'), entry)
  assert.deepEqual((await alice.get(`${PATH}/${id}`)).json().statuses, [entry])
  assert.deepEqual((await alice.delete(path)).json(), {})
  assert.equal((await alice.get(path)).statusCode, 404)
  await alice.post(list, { status_id: status.id })

  const gone = await alice.delete(`${PATH}/${id}`)

  assert.deepEqual([gone.statusCode, gone.json()], [200, {}])
  for (const table of ['filter', 'filter_keyword', 'filter_status'] as const) {
    assert.deepEqual(await server.app.db.selectFrom(table).select('id').execute(), [], table)
  }
  assert.equal((await alice.delete(`${PATH}/${id}`)).statusCode, 404)
})

test('S-099 S-109 A51 another’s filters answer as unknown ones do, and reading and writing are two scopes', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const made = await create(alice, { keywords_attributes: [{ keyword: 'a' }] })
  const status = await bob.publish('hello')
  const entry = await alice.post(`${PATH}/${made.id}/statuses`, { status_id: status.id })
  const readers = [
    await server.tokenFor(alice, 'read:filters'),
    await server.tokenFor(alice, 'read'),
  ]
  const writers = [
    await server.tokenFor(alice, 'write:filters'),
    await server.tokenFor(alice, 'write'),
  ]
  const own = { filter: made.id, keyword: made.keywords[0].id, status: entry.json().id }
  const addresses = (ids: typeof own): [string, string[]][] => [
    [`${PATH}/${ids.filter}`, ['GET', 'PUT', 'DELETE']],
    [`${PATH}/${ids.filter}/keywords`, ['GET', 'POST']],
    [`${PATH}/${ids.filter}/keywords/1`, ['POST']],
    [`${PATH}/${ids.filter}/statuses`, ['GET', 'POST']],
    [`${PATH}/keywords/${ids.keyword}`, ['GET', 'PUT', 'DELETE']],
    [`/api/v1/filters/keywords/${ids.keyword}`, ['GET', 'PUT', 'DELETE']],
    [`${PATH}/statuses/${ids.status}`, ['GET', 'DELETE']],
    [`/api/v1/filters/${ids.keyword}`, ['GET', 'PUT', 'DELETE']],
  ]
  const unknown = addresses({ filter: UNKNOWN, keyword: UNKNOWN, status: UNKNOWN })
  const body = { title: 'Mine', keyword: 'mine', phrase: 'mine', status_id: status.id }

  for (const [at, [path, methods]] of addresses(own).entries()) {
    for (const method of methods) {
      const sent = method === 'GET' ? undefined : body
      const foreign = await bob.send(method, path, sent)
      const missing = await bob.send(method, unknown[at]![0], sent)
      assert.equal(foreign.statusCode, 404, `${method} ${path}`)
      assert.deepEqual([missing.statusCode, missing.body], [404, foreign.body], `${method} ${path}`)
      for (const wrong of method === 'GET' ? writers : readers) {
        assert.equal((await wrong.send(method, path, sent)).statusCode, 403, `${method} ${path}`)
      }
      assert.equal((await server.anonymous.send(method, path, sent)).statusCode, 401)
    }
    for (const right of readers) {
      if (methods.includes('GET')) assert.equal((await right.get(path)).statusCode, 200, path)
    }
  }
  for (const right of writers) {
    assert.equal((await right.put(`${PATH}/${made.id}`, { title: 'Yes' })).statusCode, 200)
  }
  const app = await server.tokenFor(null, 'read write')
  assert.equal((await app.get(PATH)).statusCode, 422)
  assert.equal((await alice.get(`${PATH}/${made.id}`)).json().keywords.length, 1)
})

test('twenty at once on top of all but one leave as many as there may be', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const rows = Array.from({ length: 499 }, (_, at) => ({
    id: String(108_020_000_000_000_000n + BigInt(at)),
    ...{ account_id: alice.id, title: 'a', context: '["home"]', action: 'warn' as const },
    created_at: 0,
  }))
  await server.app.transact((tx) => tx.db.insertInto('filter').values(rows).execute())

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => alice.post(PATH, { title: 'b', context: ['home'] })),
  )

  const codes = replies.map((reply) => reply.statusCode).sort()
  assert.deepEqual([codes[0], codes[1], codes.at(-1)], [200, 422, 422])
})
