import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { startTestServer } from '../support/server.ts'
import { stopTimeAndDeadlines } from '../support/stop-time.ts'

test('S-300 the instance document has every attribute', async () => {
  await using server = await startTestServer()
  const year = new Date(server.clock.now).getUTCFullYear()
  server.clock.now = Date.UTC(year + 1, 5) // the year in review is offered in December alone
  await server.signUp('owner', { role: 'Owner' })

  const response = await server.anonymous.get('/api/v2/instance')

  assert.equal(response.statusCode, 200, response.body)
  assert.match(response.headers['content-type'] as string, /^application\/json/)
  const instance = response.json()
  assert.partialDeepStrictEqual(instance, {
    domain: 'rookery.test',
    title: 'Rookery',
    description: '',
    usage: { users: { active_month: 0 } },
    languages: ['en'],
    registrations: { enabled: false },
    contact: { email: '', account: { acct: 'owner' } },
    rules: [],
    wrapstodon: null,
  })
  assert.match(instance.version, /^4\.6\.0 \(compatible; Rookery \d+\.\d+\.\d+\)$/)
  assert.ok(URL.canParse(instance.source_url))
  assert.equal(instance.icon.length, 1)
  for (const { href } of [new URL(instance.icon[0].src), new URL(instance.thumbnail.url)]) {
    const file = await server.anonymous.get(new URL(href).pathname)
    assert.equal(file.statusCode, 200, href)
  }
})

test('S-301 the banner has a picture and a description, and both sizes once one is uploaded', async () => {
  await using server = await startTestServer()

  const before = (await server.anonymous.get('/api/v2/instance')).json().thumbnail
  assert.deepEqual(Object.keys(before), ['url', 'description'])

  await server.set('banner', {
    key_1x: 'site/aa/bb/one.png',
    key_2x: 'site/aa/bb/two.png',
    blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
    description: 'A rook',
  })
  const after = (await server.anonymous.get('/api/v2/instance')).json().thumbnail
  assert.deepEqual(after, {
    url: 'https://rookery.test/system/site/aa/bb/one.png',
    blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
    versions: {
      '@1x': 'https://rookery.test/system/site/aa/bb/one.png',
      '@2x': 'https://rookery.test/system/site/aa/bb/two.png',
    },
    description: 'A rook',
  })
})

test('S-302 the configuration names the limits and addresses of the server', async () => {
  await using server = await startTestServer()

  const { configuration } = (await server.anonymous.get('/api/v2/instance')).json()

  assert.partialDeepStrictEqual(configuration, {
    urls: {
      streaming: 'wss://rookery.test',
      about: 'https://rookery.test/about',
      privacy_policy: 'https://rookery.test/privacy-policy',
      terms_of_service: null,
    },
    vapid: { public_key: server.app.keys.vapid.publicKey },
    accounts: {
      max_display_name_length: 40,
      max_note_length: 500,
      max_avatar_description_length: 150,
      max_header_description_length: 150,
      max_featured_tags: 10,
      max_pinned_statuses: 5,
      max_profile_fields: 4,
      profile_field_name_limit: 255,
      profile_field_value_limit: 255,
    },
    statuses: { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 },
    media_attachments: {
      description_limit: 10_000,
      image_size_limit: 16_777_216,
      image_matrix_limit: 33_177_600,
      video_size_limit: 103_809_024,
      video_matrix_limit: 8_294_400,
      video_frame_rate_limit: 120,
    },
    polls: {
      max_options: 4,
      max_characters_per_option: 50,
      min_expiration: 300,
      max_expiration: 2_629_746,
    },
    translation: { enabled: false },
    timelines_access: {
      live_feeds: { local: 'public', remote: 'public' },
      hashtag_feeds: { local: 'public', remote: 'public' },
      trending_link_feeds: { local: 'public', remote: 'public' },
    },
    limited_federation: false,
  })
  assert.ok(configuration.media_attachments.supported_mime_types.includes('image/png'))
})

test('S-303 registrations follow the settings; the message is shown only while they are closed', async () => {
  await using server = await startTestServer()
  const registrations = async () =>
    (await server.anonymous.get('/api/v2/instance')).json().registrations
  await server.set('registrations.message', '<p>Come back <script>alert(1)</script>later</p>')

  assert.deepEqual(await registrations(), {
    enabled: false,
    approval_required: false,
    reason_required: false,
    message: '<p>Come back later</p>',
    min_age: null,
    url: null,
  })
  await server.set('registrations.mode', 'approval')
  assert.partialDeepStrictEqual(await registrations(), {
    enabled: true,
    approval_required: true,
    reason_required: true,
    message: null,
  })
  await server.set('registrations.mode', 'open')
  assert.partialDeepStrictEqual(await registrations(), { enabled: true, approval_required: false })
  await server.set('single_user', true)
  assert.partialDeepStrictEqual(await registrations(), { enabled: false })
})

test('S-530 api_versions.mastodon is an integer', async () => {
  await using server = await startTestServer()

  const { api_versions } = (await server.anonymous.get('/api/v2/instance')).json()

  assert.ok(Number.isInteger(api_versions.mastodon))
})

test('S-304 the older document has flat registrations and a bare domain', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  await owner.publish('hello')
  await server.set('title', 'Nest')
  await server.set('description', 'For rooks')
  await server.set('contact_email', 'rook@rookery.test')
  await server.set('registrations.mode', 'approval')

  const response = await server.anonymous.get('/api/v1/instance')

  assert.equal(response.statusCode, 200, response.body)
  assert.partialDeepStrictEqual(response.json(), {
    uri: 'rookery.test',
    title: 'Nest',
    short_description: 'For rooks',
    description: '',
    email: 'rook@rookery.test',
    urls: { streaming_api: 'wss://rookery.test' },
    stats: { user_count: 1, status_count: 1, domain_count: 0 },
    languages: ['en'],
    registrations: true,
    approval_required: true,
    invites_enabled: true,
    configuration: { accounts: { max_featured_tags: 10 }, statuses: { max_characters: 500 } },
    contact_account: { acct: 'owner' },
    rules: [],
  })
  assert.ok(URL.canParse(response.json().thumbnail))
})

test('S-017 S-532 the older document says that it is deprecated, and names no sunset', async () => {
  await using server = await startTestServer()

  const { headers } = await server.anonymous.get('/api/v1/instance')

  assert.equal(headers.deprecation, `@${Date.UTC(2022, 10, 14) / 1000}`)
  assert.equal(headers.sunset, undefined)
})

test('S-305 both documents need no token in secure and limited federation mode', async () => {
  for (const mode of [{ secureMode: true }, { limitedFederationMode: true }]) {
    await using server = await startTestServer(mode)

    for (const path of ['/api/v1/instance', '/api/v2/instance']) {
      const response = await server.anonymous.get(path)
      assert.equal(response.statusCode, 200, `${path} ${response.body}`)
    }
  }
})

test('S-427 limited federation is named and hides the number of active users', async () => {
  await using server = await startTestServer({ limitedFederationMode: true })
  const user = await server.signUp('rook')
  await user.get('/api/v1/accounts/verify_credentials')
  await server.settle()

  const response = await server.anonymous.get('/api/v2/instance')

  assert.equal(response.json().usage.users.active_month, 0)
  assert.equal(response.json().configuration.limited_federation, true)
  assert.doesNotMatch(response.headers['cache-control'] as string, /public/)
})

test('S-019 instance documents may be kept for five minutes, also with a token', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('rook')

  for (const client of [server.anonymous, user]) {
    const { headers } = await client.get('/api/v2/instance')
    assert.match(headers['cache-control'] as string, /^public, max-age=300\b/)
  }
})

test('a changed setting is shown at once, new counts within a minute', async () => {
  await using server = await startTestServer()
  const stats = async () => (await server.anonymous.get('/api/v1/instance')).json().stats
  assert.equal((await stats()).user_count, 0)

  await server.signUp('rook')
  assert.equal((await stats()).user_count, 0)
  await server.set('title', 'Nest')
  assert.equal((await server.anonymous.get('/api/v1/instance')).json().title, 'Nest')
  server.clock.now += 60_000
  assert.equal((await stats()).user_count, 1)
})

test('the contact is the account that is named, or else the first owner', async () => {
  await using server = await startTestServer()
  const contact = async () => (await server.anonymous.get('/api/v2/instance')).json().contact
  assert.deepEqual(await contact(), { email: '', account: null })

  await server.signUp('rook')
  await server.signUp('Crow', { role: 'Owner' })
  await server.signUp('later', { role: 'Owner' })
  await server.set('contact_email', 'crow@rookery.test')
  assert.partialDeepStrictEqual(await contact(), {
    email: 'crow@rookery.test',
    account: { acct: 'Crow' },
  })
  await server.set('contact_username', 'ROOK')
  assert.partialDeepStrictEqual(await contact(), { account: { acct: 'rook' } })
})

test('S-428 the documents below the instance stay open where the API needs a sign-in', async () => {
  await using server = await startTestServer()
  await server.set('sign_in_required', true)

  for (const name of ['rules', 'privacy_policy', 'extended_description', 'peers', 'languages']) {
    const response = await server.anonymous.get(`/api/v1/instance/${name}`)
    assert.equal(response.statusCode, 200, name)
  }
})

test('S-310 there are no translation languages without a backend', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/api/v1/instance/translation_languages')

  assert.equal(response.statusCode, 200)
  assert.deepEqual(response.json(), {})
})

test('languages are listed with their names', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/api/v1/instance/languages')

  assert.equal(response.statusCode, 200)
  const names = new Map(
    response.json().map((one: { code: string; name: string }) => [one.code, one.name]),
  )
  assert.equal(names.get('de'), 'German')
})

test('health answers OK as text', async (context) => {
  await using server = await startTestServer()
  stopTimeAndDeadlines(context)

  const response = await server.anonymous.get('/health')

  assert.equal(response.statusCode, 200)
  assert.equal(response.body, 'OK')
  assert.match(response.headers['content-type'] as string, /^text\/plain/)
  context.mock.timers.reset()
})

test('S-052 a blocked range is refused on every request until the block goes', async () => {
  await using server = await startTestServer()
  await server.app.transact(async (tx) => {
    await tx.db
      .insertInto('ip_block')
      .values({
        id: tx.newId(),
        ip: '127.0.0.0/8',
        severity: 'no_access',
        comment: '',
        expires_at: tx.now + DAY,
        created_at: tx.now,
      })
      .execute()
    tx.emit({ type: 'settings.changed' })
  })

  for (const path of ['/api/v2/instance', '/health', '/nowhere']) {
    assert.equal((await server.anonymous.get(path)).statusCode, 403, path)
  }
  server.clock.now += DAY
  assert.equal((await server.anonymous.get('/api/v2/instance')).statusCode, 200)
})
