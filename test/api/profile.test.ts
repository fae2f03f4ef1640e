import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { startTestServer } from '../support/server.ts'

test('the profile is shown as it was typed, and changed by the rules of update_credentials', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.post('/api/v1/featured_tags', { name: 'Birds' })

  const before = entityOf(await alice.get('/api/v1/profile'), 'Profile')
  const after = entityOf(
    await alice.send('PATCH', '/api/v1/profile', {
      note: 'I <3 #birds',
      fields_attributes: { 0: { name: 'Site', value: 'https://alice.example' } },
      show_media: false,
      show_featured: false,
      attribution_domains: ['news.example'],
    }),
    'Profile',
  )
  const credentials = (await alice.get('/api/v1/accounts/verify_credentials')).json()

  assert.deepEqual([before.avatar, before.show_media, before.show_featured], [null, true, true])
  assert.deepEqual(
    before.featured_tags.map((tag: { name: string }) => tag.name),
    ['Birds'],
  )
  assert.partialDeepStrictEqual(after, {
    note: 'I <3 #birds',
    fields: [{ name: 'Site', value: 'https://alice.example', verified_at: null }],
    formatted_note: credentials.note,
    formatted_fields: credentials.fields,
    show_media: false,
    show_media_replies: true,
    show_featured: false,
    attribution_domains: ['news.example'],
  })
  assert.deepEqual([credentials.show_media, credentials.show_featured], [false, false])
  const long = await alice.send('PUT', '/api/v1/profile', { display_name: 'x'.repeat(41) })
  assert.equal(long.statusCode, 422)
  assert.ok(long.json().details.display_name)
  const narrow = await server.tokenFor(alice, 'profile')
  assert.equal((await narrow.get('/api/v1/profile')).statusCode, 200)
  assert.equal((await narrow.send('PATCH', '/api/v1/profile', {})).statusCode, 403)
  assert.equal((await server.anonymous.get('/api/v1/profile')).statusCode, 401)
})
