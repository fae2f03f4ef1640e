import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { startTestServer } from '../support/server.ts'

const V1 = '/api/v1/filters'
const V2 = '/api/v2/filters'

test('S-118 S-119 S-514 S-120 S-017 a phrase is a filter of the second version with that one keyword', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const context = ['home', 'thread']

  const reply = await alice.post(V1, { phrase: 'crow', context, irreversible: 'true' })

  const made = entityOf(reply, 'V1::Filter')
  assert.equal(reply.headers.deprecation, '@1668384000')
  assert.deepEqual(made, {
    id: made.id,
    phrase: 'crow',
    context,
    whole_word: true,
    expires_at: null,
    irreversible: true,
  })
  const [parent] = entityOf(await alice.get(V2), 'Filter[]')
  assert.partialDeepStrictEqual(parent, {
    title: 'crow',
    context,
    filter_action: 'hide',
    keywords: [{ id: made.id, keyword: 'crow', whole_word: true }],
  })
  const list = await alice.get(V1)
  assert.equal(list.headers.deprecation, '@1668384000')
  assert.deepEqual(entityOf(list, 'V1::Filter[]'), [made])
  assert.deepEqual(entityOf(await alice.get(`${V1}/${made.id}`), 'V1::Filter'), made)
  assert.deepEqual((await bob.get(V1)).json(), [])
  for (const body of [
    {},
    { phrase: 'a' },
    { context },
    { phrase: '', context },
    { phrase: 'a', context: [] },
    { phrase: 'a', context: ['x'] },
    { phrase: 'a'.repeat(513), context },
    { phrase: 'a', context, expires_in: 'x' },
  ]) {
    assert.equal((await alice.post(V1, body)).statusCode, 422, JSON.stringify(body))
  }
  const far = { phrase: '(.*', context: 'home', expires_in: 1e300, whole_word: false }
  const endless = entityOf(await alice.post(V1, far), 'V1::Filter')
  assert.deepEqual([endless.phrase, endless.whole_word], ['(.*', false])
})

test('S-121 S-122 S-123 what several keywords share is not changed for one of them', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const parent = entityOf(
    await alice.post(V2, {
      title: 'Birds',
      context: ['home', 'public'],
      filter_action: 'blur',
      expires_in: 3600,
      keywords_attributes: [{ keyword: 'crow' }, { keyword: 'rook' }, { keyword: 'jay' }],
    }),
    'Filter',
  )
  const rows = entityOf(await alice.get(V1), 'V1::Filter[]')
  assert.deepEqual(
    rows.map((row: (typeof rows)[0]) => [row.id, row.phrase, row.irreversible]),
    parent.keywords.map(({ id, keyword }: { id: string; keyword: string }) => [id, keyword, false]),
  )
  const [crow, rook, jay] = rows
  const path = `${V1}/${crow.id}`

  for (const shared of [
    { context: ['home'] },
    { expires_in: 60 },
    { expires_in: '' },
    { irreversible: true },
  ]) {
    const reply = await alice.put(path, { phrase: 'changed', ...shared })
    assert.equal(reply.statusCode, 422, JSON.stringify(shared))
  }
  assert.deepEqual((await alice.get(`${V2}/${parent.id}`)).json(), parent)

  const same = { context: ['public', 'home'], irreversible: false }
  const changed = await alice.put(path, { phrase: 'raven', whole_word: false, ...same })
  assert.deepEqual(entityOf(changed, 'V1::Filter'), { ...crow, phrase: 'raven', whole_word: false })
  assert.equal(changed.headers.deprecation, '@1668384000')
  assert.equal((await alice.put(path, { phrase: ' ' })).statusCode, 422)
  for (const { id } of [rook, jay]) {
    const removed = await alice.delete(`${V1}/${id}`)
    assert.deepEqual([removed.statusCode, removed.json()], [200, {}])
  }

  const alone = await alice.patch(path, { irreversible: '1', context: ['account'], expires_in: '' })

  assert.partialDeepStrictEqual(entityOf(alone, 'V1::Filter'), {
    phrase: 'raven',
    irreversible: true,
    context: ['account'],
    expires_at: null,
  })
  const back = entityOf(await alice.put(path, { irreversible: false }), 'V1::Filter')
  assert.equal(back.irreversible, false)
  await alice.delete(path)
  assert.deepEqual((await alice.get(V1)).json(), [])
  assert.deepEqual((await alice.get(`${V2}/${parent.id}`)).json().keywords, [])
})
