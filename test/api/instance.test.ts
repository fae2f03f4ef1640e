import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const DAY = 86_400_000

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

test('S-300 the instance document has every attribute', async () => {
  await using server = await startTestServer()
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
    invites_enabled: false,
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

test('S-308 S-035 domain blocks are shown to whom the setting says', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('rook')
  const asked = async () =>
    Promise.all([
      server.anonymous.get('/api/v1/instance/domain_blocks'),
      user.get('/api/v1/instance/domain_blocks'),
    ])

  for (const response of await asked()) {
    assert.equal(response.statusCode, 404)
    assert.equal(response.body, '')
  }
  await server.set('domain_blocks_shown', 'users')
  assert.deepEqual(
    (await asked()).map((response) => response.statusCode),
    [404, 200],
  )
  await server.set('domain_blocks_shown', 'everybody')
  for (const response of await asked()) assert.deepEqual(response.json(), [])
})

test('S-309 activity has twelve weeks, newest first, all strings', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('rook')
  await user.publish('hello')
  await server.settle()

  const response = await server.anonymous.get('/api/v1/instance/activity')

  assert.equal(response.statusCode, 200, response.body)
  const weeks: Record<string, string>[] = response.json()
  assert.equal(weeks.length, 12)
  assert.partialDeepStrictEqual(weeks[0], { statuses: '1', logins: '1', registrations: '1' })
  assert.partialDeepStrictEqual(weeks[1], { statuses: '0', logins: '0', registrations: '0' })
  for (const [index, week] of weeks.entries()) {
    assert.deepEqual(Object.keys(week), ['week', 'statuses', 'logins', 'registrations'])
    for (const value of Object.values(week)) assert.equal(typeof value, 'string')
    const start = new Date(Number(week.week) * 1000)
    assert.equal(start.getUTCDay(), 1)
    assert.equal(start.getTime() % DAY, 0)
    if (index > 0) assert.equal(Number(weeks[index - 1]!.week) - Number(week.week), 7 * 86_400)
  }
})

test('S-309 who was here in a week still counts when they come back later', async () => {
  await using server = await startTestServer()
  const user = await server.signUp('rook')
  await user.get('/api/v1/accounts/verify_credentials')
  server.runner.start()
  server.clock.now += 3_600_000
  await server.settle()

  server.clock.now += 7 * DAY
  await user.get('/api/v1/accounts/verify_credentials')
  await server.settle()

  const weeks = (await server.anonymous.get('/api/v1/instance/activity')).json()
  assert.deepEqual(
    weeks.slice(0, 3).map((week: { logins: string }) => week.logins),
    ['1', '1', '0'],
  )
})

test('S-309 peers are the domains of accounts from elsewhere, and can be searched', async () => {
  await using server = await startTestServer()
  for (const [name, domain] of [
    ['one', 'nest.example'],
    ['two', 'nest.example'],
    ['three', 'crows.example'],
  ] as const) {
    const user = await server.signUp(name)
    await setAccount(server, user, { domain })
  }

  const peers = await server.anonymous.get('/api/v1/instance/peers')
  assert.equal(peers.statusCode, 200, peers.body)
  assert.deepEqual(peers.json(), ['crows.example', 'nest.example'])
  const search = async (q: string) =>
    (await server.anonymous.get('/api/v1/peers/search', { q })).json()
  assert.deepEqual(await search('NE'), ['nest.example'])
  assert.deepEqual(await search('example'), [])
  assert.deepEqual(await search(' '), [])
})

test('S-035 peers, their search and activity are an empty 404 where they are switched off', async () => {
  await using server = await startTestServer()
  await server.set('peers_shown', false)
  await server.set('activity_shown', false)

  for (const path of [
    '/api/v1/instance/peers',
    '/api/v1/peers/search',
    '/api/v1/instance/activity',
  ]) {
    const response = await server.anonymous.get(path)
    assert.equal(response.statusCode, 404, path)
    assert.equal(response.body, '', path)
    assert.equal(response.headers['content-type'], undefined, path)
  }
})

test('S-427 peers, their search and activity are 404 in limited federation mode', async () => {
  await using server = await startTestServer({ limitedFederationMode: true })
  const user = await server.signUp('rook')

  for (const path of [
    '/api/v1/instance/peers',
    '/api/v1/peers/search',
    '/api/v1/instance/activity',
  ]) {
    assert.equal((await user.get(path)).statusCode, 404, path)
  }
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

test('health answers OK as text', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/health')

  assert.equal(response.statusCode, 200)
  assert.equal(response.body, 'OK')
  assert.match(response.headers['content-type'] as string, /^text\/plain/)
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
