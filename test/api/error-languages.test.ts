import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../support/client.ts'
import { startTestServer } from '../support/server.ts'
import { registerClient } from '../web/oauth-client.ts'

const TOO_LONG = { status: 'x'.repeat(501) }
const german = { 'accept-language': 'de-AT, en;q=0.5' }

test('S-009 S-560 what people read is said in the language of lang, user or Accept-Language', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const say = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const response = await alice.post(path, TOO_LONG, headers)
    assert.equal(response.statusCode, 422)
    return response.json().error
  }
  const english = 'Validation failed: Text character limit of 500 exceeded'
  const path = '/api/v1/statuses'
  const setLocale = (locale: string) =>
    server.app.transact((tx) =>
      tx.db.updateTable('local_user').set({ locale }).where('id', '=', alice.userId).execute(),
    )

  await setLocale('')
  assert.equal(await say(path), english)
  assert.match(await say(path, german), /^Die Eingaben sind nicht gültig: Der Text .* 500 Zeichen$/)
  assert.match(await say(path, { 'accept-language': 'xx, fr;q=0.9, de;q=0.8' }), /caractères$/)
  assert.equal(await say(path, { 'accept-language': 'en, de;q=0.9' }), english)
  assert.equal(await say(path, { 'accept-language': 'xx, %%;q=z' }), english)
  await setLocale('pt-BR')
  assert.match(await say(path, german), /^Os dados .* 500 caracteres$/)
  assert.match(await say(`${path}?lang=ja`, german), /本文は ?500 ?文字までです$/)
  await setLocale('nb')
  assert.match(await say(path, german), /Zeichen$/)
})

test('S-560 the details of a sign-up are said alike, and their codes stay', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'open')
  const client = await registerClient(server, 'read write')
  const token = await client.token({ grant_type: 'client_credentials', scope: 'read write' })
  const application = new TestClient(server.http, token.json().access_token)
  const body = { username: 'a b', email: 'x', password: 'short', agreement: false }
  const ask = async (headers: Record<string, string>) => {
    const response = await application.post('/api/v1/accounts', body, headers)
    assert.equal(response.statusCode, 422, response.body)
    return response.json()
  }

  const plain = await ask({})
  const shown = await ask(german)

  const codes = ({ details }: { details: Record<string, { error: string }[]> }) =>
    Object.entries(details).map(([name, found]) => [name, found.map(({ error }) => error)])
  assert.deepEqual(codes(shown), codes(plain))
  assert.match(plain.error, /^Validation failed: Username must contain only letters/)
  assert.match(shown.error, /^Die Eingaben sind nicht gültig: Profilname darf nur Buchstaben/)
  assert.deepEqual(shown.details.password, [
    { error: 'ERR_TOO_SHORT', description: 'ist zu kurz (mindestens 8 Zeichen)' },
  ])
})

test('S-560 what clients compare is the real server’s English in every language', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const missing = await alice.get('/api/v1/statuses/1', german)
  const unknown = await server.anonymous.get('/api/v1/accounts/verify_credentials', german)
  const mentions = await alice.post(
    '/api/v1/statuses',
    { status: '@alice', allowed_mentions: [] },
    german,
  )

  assert.deepEqual(
    [missing, unknown, mentions].map(({ statusCode }) => statusCode),
    [404, 401, 422],
  )
  assert.deepEqual(missing.json(), { error: 'Record not found' })
  assert.deepEqual(unknown.json(), { error: 'The access token is invalid' })
  assert.equal(mentions.json().error, 'Post would be sent to unexpected accounts')
})
