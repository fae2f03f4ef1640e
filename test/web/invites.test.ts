import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const GUEST = {
  'user[username]': 'guest',
  'user[email]': 'guest@example.org',
  'user[password]': 'correct horse battery',
  'user[agreement]': '1',
}

test('somebody invites by a link, and who follows it signs up while registrations are closed', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice', { role: 'Owner' })
  const host = new PageClient(server.http)
  assert.equal((await host.get('/invites')).statusCode, 302, 'one has to be signed in')
  await host.signIn('alice', PASSWORD)

  assert.match((await host.get('/invites')).body, /You have not made any yet/)
  const made = await host.submit('/invites', {
    'invite[max_uses]': '1',
    'invite[expires_in]': '3600',
    'invite[autofollow]': '1',
    'invite[comment]': '<b>choir</b>',
  })
  assert.equal(made.headers.location, '/invites?done=made')
  const listed = await host.get('/invites?done=made')
  assert.match(listed.body, /&lt;b&gt;choir/)
  const link = /https:\/\/rookery\.test(\/invite\/\w+)/.exec(listed.body)?.[1] ?? ''
  assert.equal((await host.get(link)).headers.location, '/', 'who has an account needs none')

  const guest = new PageClient(server.http)
  const follow = await guest.get(link)
  assert.equal(follow.statusCode, 302, follow.body)
  const form = await guest.get(String(follow.headers.location))
  assert.match(form.body, /<strong class="break">@alice<\/strong> invites you/)
  assert.match(form.body, /Create account/, 'nobody has to look at it')
  const wrong = await guest.submit('/auth/sign_up', { ...GUEST, 'user[username]': '' })
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.body, /invites you/, 'the invitation is kept')
  const joined = await guest.submit('/auth/sign_up', GUEST)
  assert.equal(joined.headers.location, '/start', joined.body)
  const followers = await alice.get(`/api/v1/accounts/${alice.id}/followers`)
  assert.equal(followers.json()[0].username, 'guest')

  const late = await new PageClient(server.http).get(link)
  assert.equal(late.statusCode, 404)
  assert.match(late.body, /This invitation is over/)
  assert.match((await host.get('/invites')).body, /Used 1 of 1 time\b/)
})

test('an invitation is ended by its owner alone, and only by a form of ours', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  const { id, code } = (await alice.post('/api/rookery/v1/invites')).json()
  const valid = async () => (await alice.get('/api/rookery/v1/invites')).json()[0].valid
  const path = `/invites/${id}/expire`
  const bob = new PageClient(server.http)
  await bob.signIn('bob', PASSWORD)
  await bob.get('/invites')

  assert.equal((await bob.submit(path, {})).statusCode, 404, 'A51')
  const host = new PageClient(server.http)
  await host.signIn('alice', PASSWORD)
  assert.equal((await host.post(path, {})).statusCode, 422, 'A53')
  assert.equal(await valid(), true)
  await host.get('/invites')
  const ended = await host.submit(path, {})
  assert.equal(ended.headers.location, '/invites?done=ended')
  assert.equal(await valid(), false)
  assert.equal((await bob.get(`/invite/${code}`)).statusCode, 404)

  const refused = await host.submit('/invites', { 'invite[max_uses]': '99999' })
  assert.equal(refused.statusCode, 422)
  assert.match(refused.body, /Max uses must be/)
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('role').set({ permissions: 0 }).where('name', '=', '').execute()
    tx.emit({ type: 'settings.changed' })
  })
  assert.equal((await host.get('/invites')).statusCode, 403)
  assert.doesNotMatch((await host.get('/settings/account')).body, /href="\/invites"/)
})

test('S-303 the form asks for the day of birth where there is an age limit', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'open')
  const browser = new PageClient(server.http)
  assert.doesNotMatch((await browser.get('/auth/sign_up')).body, /Date of birth/)
  await server.set('registrations.min_age', 16)

  await browser.get('/auth/sign_up')
  const young = await browser.submit('/auth/sign_up', {
    ...GUEST,
    'user[date_of_birth]': '2025-01-01',
  })
  assert.equal(young.statusCode, 422)
  assert.match(young.body, /Date of birth is below the age limit/)
  const joined = await browser.submit('/auth/sign_up', {
    ...GUEST,
    'user[date_of_birth]': '1980-01-01',
  })
  assert.equal(joined.headers.location, '/start', joined.body)
})
