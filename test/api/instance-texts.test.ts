import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer, type TestServer } from '../support/server.ts'

async function addRule(server: TestServer, text: string, priority: number) {
  await server.app.transact(async (tx) => {
    const translations = JSON.stringify({ de: { text: `${text} (de)`, hint: '' } })
    await tx.db
      .insertInto('rule')
      .values({
        id: tx.newId(),
        text,
        hint: 'because',
        translations,
        priority,
        deleted_at: null,
        created_at: tx.now,
      })
      .execute()
    tx.emit({ type: 'settings.changed' })
  })
}

test('S-306 there is a privacy policy before the operator writes one', async () => {
  await using server = await startTestServer()

  const standard = await server.anonymous.get('/api/v1/instance/privacy_policy')
  assert.equal(standard.statusCode, 200, standard.body)
  assert.match(standard.json().content, /rookery\.test/)
  assert.match(standard.json().updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

  const updated_at = Date.UTC(2026, 1, 3, 4, 5, 6, 789)
  await server.set('privacy_policy', { content: '<p>Ours<script>1</script></p>', updated_at })
  const own = await server.anonymous.get('/api/v1/instance/privacy_policy')
  assert.deepEqual(own.json(), { updated_at: '2026-02-03T04:05:06Z', content: '<p>Ours</p>' })
})

test('S-306 the extended description may be empty', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/api/v1/instance/extended_description')

  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(response.json(), { updated_at: null, content: '' })
})

test('terms of service are 404 until they are set, and then found by their date', async () => {
  await using server = await startTestServer()
  const terms = (date = '') => server.anonymous.get(`/api/v1/instance/terms_of_service${date}`)

  assert.equal((await terms()).statusCode, 404)
  assert.equal((await terms('/2026-02-03')).statusCode, 404)

  const updated_at = Date.UTC(2026, 1, 3, 4)
  await server.set('terms_of_service', { content: '<p>Be kind</p>', updated_at })
  const expected = {
    effective_date: '2026-02-03',
    effective: true,
    content: '<p>Be kind</p>',
    succeeded_by: null,
  }
  assert.deepEqual((await terms()).json(), expected)
  assert.deepEqual((await terms('/2026-02-03')).json(), expected)
  assert.equal((await terms('/2026-02-04')).statusCode, 404)
  const { urls } = (await server.anonymous.get('/api/v2/instance')).json().configuration
  assert.equal(urls.terms_of_service, 'https://rookery.test/terms-of-service')
})

test('S-307 rules come in the order of the operator, with their translations', async () => {
  await using server = await startTestServer()
  await addRule(server, 'second', 2)
  await addRule(server, 'first', 1)

  const response = await server.anonymous.get('/api/v1/instance/rules')

  assert.equal(response.statusCode, 200, response.body)
  const rules = response.json()
  assert.deepEqual(
    rules.map((rule: { text: string }) => rule.text),
    ['first', 'second'],
  )
  assert.match(rules[0].id, /^\d{18}$/)
  assert.partialDeepStrictEqual(rules[0], {
    hint: 'because',
    translations: { de: { text: 'first (de)', hint: '' } },
  })
  assert.deepEqual((await server.anonymous.get('/api/v2/instance')).json().rules, rules)
})

test('a client that asks for a donation campaign hears that there is none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const none = await alice.get('/api/v1/donation_campaigns?platform=android&locale=en')

  assert.deepEqual([none.statusCode, none.body], [204, ''])
  assert.equal(none.headers['content-type'], undefined)
  assert.equal((await server.anonymous.get('/api/v1/donation_campaigns')).statusCode, 401)
})
