import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { assertEntity, entityOf } from '../support/entities.ts'
import { startTestServer } from '../support/server.ts'

const PATH = '/api/v1/statuses'

test('S-014 S-330 a status has all its parts, as JSON, as a form and as multipart', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const boundary = 'xxx'
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

  const asJson = await alice.post(PATH, { status: 'hello', sensitive: true })
  const asForm = await alice.post(PATH, 'status=hello&sensitive=1', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  const asParts = await alice.post(
    PATH,
    `${part('status', 'hello')}${part('sensitive', 'true')}--${boundary}--\r\n`,
    { 'content-type': `multipart/form-data; boundary=${boundary}` },
  )

  for (const response of [asJson, asForm, asParts]) {
    const status = entityOf(response, 'Status')
    assert.partialDeepStrictEqual(status, {
      content: '<p>hello</p>',
      sensitive: true,
      spoiler_text: '',
      visibility: 'public',
      in_reply_to_id: null,
      in_reply_to_account_id: null,
      edited_at: null,
      reblog: null,
      poll: null,
      card: null,
      application: { name: 'Test', website: null },
      account: { username: 'alice', statuses_count: status.account.statuses_count },
    })
    assert.equal(status.url, `https://rookery.test/@alice/${status.id}`)
    assert.equal(status.uri, `https://rookery.test/users/alice/statuses/${status.id}`)
  }
})

test('S-015 what a viewer did with a status is told to nobody else, and to nobody anonymous', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello', { poll: { options: ['a', 'b'], expires_in: 300 } })
  await bob.post(`${PATH}/${id}/favourite`)
  const flags = ['favourited', 'reblogged', 'muted', 'bookmarked', 'filtered', 'pinned']

  const own = entityOf(await alice.get(`${PATH}/${id}`), 'Status')
  const theirs = entityOf(await bob.get(`${PATH}/${id}`), 'Status')
  const anonymous = entityOf(await server.anonymous.get(`${PATH}/${id}`), 'Status')

  const unmarked = { favourited: false, reblogged: false, muted: false, bookmarked: false }
  assert.partialDeepStrictEqual(own, { ...unmarked, filtered: [], pinned: false })
  assert.partialDeepStrictEqual(own.poll, { voted: true, own_votes: [] })
  assert.partialDeepStrictEqual(theirs, { ...unmarked, favourited: true, filtered: [] })
  assert.partialDeepStrictEqual(theirs.poll, { voted: false, own_votes: [] })
  assert.equal('pinned' in theirs, false)
  for (const flag of flags) assert.equal(flag in anonymous, false, flag)
  for (const flag of ['voted', 'own_votes']) assert.equal(flag in anonymous.poll, false, flag)
})

test('S-015 pinned is there on own public, unlisted and private statuses only, not on reblogs', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  for (const visibility of ['public', 'unlisted', 'private', 'direct']) {
    const status = await alice.publish('hello', { visibility })
    assert.equal('pinned' in status, visibility !== 'direct', visibility)
  }
  const { id } = await alice.publish('again')
  const reblog = entityOf(await alice.post(`${PATH}/${id}/reblog`), 'Status')
  assert.equal('pinned' in reblog, false)
  assert.equal(reblog.reblog.pinned, false)
})

test('S-132 the language is the one asked for, else the user’s own, else the locale’s', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const language = async (asked?: string) =>
    (await alice.publish('hello', asked === undefined ? {} : { language: asked })).language

  assert.equal(await language('de'), 'de')
  assert.equal(await language('pt-BR'), 'pt')
  assert.equal(await language(), 'en')
  assert.equal(await language('klingonese'), 'en')

  await alice.patch('/api/v1/accounts/update_credentials', { source: { language: 'fr' } })
  assert.equal(await language(), 'fr')
  assert.equal(await language('xx'), 'fr')
  assert.equal(await language('de'), 'de')
})

test('S-330 a status needs text, or media; a poll or a blank warning is not enough', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const poll = { options: ['a', 'b'], expires_in: 300 }

  for (const body of [{}, { status: '' }, { status: ' \n ' }, { poll }, { spoiler_text: '  ' }]) {
    const response = await alice.post(PATH, body)
    assert.equal(response.statusCode, 422, JSON.stringify(body))
    assert.equal(response.json().error, "Validation failed: Text can't be blank")
  }
})

test('S-330 S-333 a warning with nothing behind it is the text, and the status sensitive', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const bare = await alice.publish('', { spoiler_text: 'Only #this' })
  const warned = await alice.publish('inside', { spoiler_text: 'outside', sensitive: false })

  assert.partialDeepStrictEqual(bare, { spoiler_text: '', sensitive: true })
  assert.match(bare.content, /^<p>Only <a .*class="mention hashtag"/)
  assert.deepEqual(bare.tags, [{ name: 'this', url: 'https://rookery.test/tags/this' }])
  assert.partialDeepStrictEqual(warned, {
    spoiler_text: 'outside',
    content: '<p>inside</p>',
    sensitive: true,
  })
})

test('S-330 500 characters with the warning: graphemes, 23 for an address, no remote domain', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const url = `https://example.org/${'x'.repeat(100)}`
  const send = async (status: string, spoiler_text = '') =>
    (await alice.post(PATH, { status, spoiler_text })).statusCode

  assert.equal(await send('a'.repeat(500)), 200)
  assert.equal(await send('a'.repeat(501)), 422)
  assert.equal(await send('a'.repeat(400), 'b'.repeat(100)), 200)
  assert.equal(await send('a'.repeat(400), 'b'.repeat(101)), 422)
  assert.equal(await send('👨‍👩‍👧‍👦'.repeat(500)), 200)
  assert.equal(await send(`${'a'.repeat(476)} ${url}`), 200)
  assert.equal(await send(`${'a'.repeat(477)} ${url}`), 422)
  assert.equal(await send(`${'a'.repeat(495)} @bob@a-very-long-domain.example`), 200)
  assert.equal(await send(`${'a'.repeat(496)} @bob@a-very-long-domain.example`), 422)
})

test('S-330 a text of a megabyte is refused, an address of 50,000 characters is not', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const send = async (status: string) => (await alice.post(PATH, { status })).statusCode

  assert.equal(await send(`https://example.org/${'x'.repeat(50_000)}`), 200)
  assert.equal(await send('@alice '.repeat(140_000)), 422)
  assert.equal(await send('👨‍👩‍👧‍👦'.repeat(40_000)), 422)
})

test('S-331 an idempotency key gives the first status again, for an hour and to its account only', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const send = async (user: typeof alice, status: string, key: string) =>
    entityOf(await user.post(PATH, { status }, { 'idempotency-key': key }), 'Status')

  const first = await send(alice, 'one', 'k')
  const second = await send(alice, 'two', 'k')
  const other = await send(alice, 'three', 'l')
  const foreign = await send(bob, 'four', 'k')
  server.clock.now += 3_600_000
  const later = await send(alice, 'five', 'k')

  assert.equal(second.id, first.id)
  assert.equal(second.content, '<p>one</p>')
  assert.equal(new Set([first.id, other.id, foreign.id, later.id]).size, 4)
  assert.equal((await alice.get(`/api/v1/accounts/${alice.id}`)).json().statuses_count, 3)
})

test('S-331 a status that was edited since comes with its new text when its key is used again', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const send = async () =>
    entityOf(await alice.post(PATH, { status: 'one' }, { 'idempotency-key': 'k' }), 'Status')
  const { id } = await send()
  await alice.put(`${PATH}/${id}`, { status: 'two' })

  assert.equal((await send()).content, '<p>two</p>')
  assert.equal((await alice.get(`${PATH}/${id}`)).json().content, '<p>two</p>')
})

test('S-331 one idempotency key used 20 times at once gives one status', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      alice.post(PATH, { status: 'once' }, { 'idempotency-key': 'same' }),
    ),
  )

  for (const reply of replies) assert.equal(reply.statusCode, 200, reply.body)
  assert.equal(new Set(replies.map((reply) => reply.json().id)).size, 1)
  const account = (await alice.get(`/api/v1/accounts/${alice.id}`)).json()
  assert.equal(account.statuses_count, 1)
})

test('S-332 a reply to what is missing, deleted or not to be seen gets the same 404', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const secret = await alice.publish('secret', { visibility: 'private' })
  const gone = await alice.publish('gone')
  await alice.delete(`${PATH}/${gone.id}`)

  const bodies = []
  for (const in_reply_to_id of [secret.id, gone.id, '109999999999999999', 'nonsense']) {
    const response = await bob.post(PATH, { status: 'hm', in_reply_to_id })
    assert.equal(response.statusCode, 404, in_reply_to_id)
    bodies.push(response.body)
  }
  assert.equal(new Set(bodies).size, 1)
  assert.equal((await bob.post(PATH, { status: 'x', in_reply_to_id: '' })).statusCode, 200)
})

test('a reply answers the original of a reblog, and goes on answering whom its author answered', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const root = await alice.publish('root')
  const reblog = (await bob.post(`${PATH}/${root.id}/reblog`)).json()

  const reply = await bob.publish('@alice reply', { in_reply_to_id: reblog.id })
  const more = await bob.publish('more', { in_reply_to_id: reply.id })
  const own = await alice.publish('own', { in_reply_to_id: root.id })

  assert.partialDeepStrictEqual(reply, {
    in_reply_to_id: root.id,
    in_reply_to_account_id: alice.id,
  })
  assert.partialDeepStrictEqual(more, {
    in_reply_to_id: reply.id,
    in_reply_to_account_id: alice.id,
  })
  assert.equal(own.in_reply_to_account_id, alice.id)
})

test('what a status says is counted: public replies, statuses that are not direct', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const root = await alice.publish('root')

  for (const visibility of ['public', 'unlisted', 'direct']) {
    await bob.publish('@alice reply', { in_reply_to_id: root.id, visibility })
  }
  const last = await bob.publish('@alice reply', { in_reply_to_id: root.id, visibility: 'private' })

  const seen = entityOf(await alice.get(`${PATH}/${root.id}`), 'Status')
  const account = entityOf(await alice.get(`/api/v1/accounts/${bob.id}`), 'Account')
  assert.equal(seen.replies_count, 2)
  assert.equal(account.statuses_count, 3)
  assert.equal(account.last_status_at, last.created_at.slice(0, 10))
})

test('the last status of an account is that of its newest one that is not direct', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const lastDay = async () =>
    (await alice.get(`/api/v1/accounts/${alice.id}`)).json().last_status_at

  assert.equal(await lastDay(), null)
  await alice.publish('to nobody', { visibility: 'direct' })
  assert.equal(await lastDay(), null)
  await alice.publish('to all')
  const day = await lastDay()
  server.clock.now += 3 * 86_400_000
  await alice.publish('to nobody', { visibility: 'direct' })

  assert.match(day, /^\d{4}-\d\d-\d\d$/)
  assert.equal(await lastDay(), day)
})

test('S-333 a silenced author’s public status is unlisted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await setAccount(server, alice, { silenced_at: 1 })

  assert.equal((await alice.publish('hello')).visibility, 'unlisted')
  assert.equal((await alice.publish('hello', { visibility: 'private' })).visibility, 'private')
})

test('the visibility not asked for is the user’s own choice, private for who is locked', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const settings = '/api/v1/accounts/update_credentials'

  await setAccount(server, alice, { locked: true })
  assert.equal((await alice.publish('hello')).visibility, 'private')
  await alice.patch(settings, { source: { privacy: 'unlisted', sensitive: true } })
  const status = await alice.publish('hello')
  assert.partialDeepStrictEqual(status, { visibility: 'unlisted', sensitive: true })
  assert.equal((await alice.publish('hello', { sensitive: false })).sensitive, false)

  const wrong = await alice.post(PATH, { status: 'hello', visibility: 'secret' })
  assert.equal(wrong.statusCode, 422)
})

test('S-354 a pending account that is named stays plain text and sees nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const pending = await server.signUp('pending', { approved: false })
  const unconfirmed = await server.signUp('unconfirmed', { confirmed: false })
  const bob = await server.signUp('bob')

  const status = await alice.publish('@pending @unconfirmed @bob psst', { visibility: 'direct' })

  assertEntity('Status', status)
  assert.deepEqual(status.mentions, [
    { id: bob.id, username: 'bob', url: 'https://rookery.test/@bob', acct: 'bob' },
  ])
  assert.match(status.content, /^<p>@pending @unconfirmed <span class="h-card"/)
  const rows = await server.app.db
    .selectFrom('mention')
    .select('account_id')
    .where('account_id', 'in', [pending.id, unconfirmed.id])
    .execute()
  assert.deepEqual(rows, [])
})

test('a status of a user who hides their applications does not name one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ settings: JSON.stringify({ show_application: false }) })
      .execute()
  })

  const status = await alice.publish('hello')

  assertEntity('Status', status)
  assert.equal('application' in status, false)
})

test('A51 S-332 media of others, unknown ones and attached ones are refused alike', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const upload = async (user: typeof alice) =>
    (await user.post('/api/v2/media', { file: pixel })).json().id
  const [foreign, used, mine] = [await upload(bob), await upload(alice), await upload(alice)]
  await alice.publish('first', { media_ids: [used] })

  const bodies = []
  for (const id of [foreign, used, '109999999999999999', 'nonsense']) {
    const response = await alice.post(PATH, { status: 'second', media_ids: [mine, id] })
    assert.equal(response.statusCode, 422, id)
    bodies.push(response.body.replace(/Media \S+ not found/, 'Media … not found'))
  }
  assert.equal(new Set(bodies).size, 1, bodies.join())
  assert.match(bodies[0] ?? '', /Media … not found or already attached to another post/)
  const many = await alice.post(PATH, { status: 'x', media_ids: ['1', '2', '3', '4', '5'] })
  assert.equal(many.statusCode, 422)
  const twice = await alice.publish('', { media_ids: [mine, mine] })
  assert.deepEqual(
    twice.media_attachments.map((media: { id: string }) => media.id),
    [mine],
  )
})
