import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { detector } from 'megalodon'
import { DAY } from '../../src/kernel/base/durations.ts'
import { setAccount } from '../support/account-state.ts'
import { startTestServer } from '../support/server.ts'

const closed = { type: 'object', additionalProperties: false }
const count = { type: 'integer', minimum: 0 }

/** The members of https://nodeinfo.diaspora.software/ns/schema/2.0 that this server may send. */
const NODEINFO_20 = {
  ...closed,
  required: [
    'version',
    'software',
    'protocols',
    'services',
    'openRegistrations',
    'usage',
    'metadata',
  ],
  properties: {
    version: { const: '2.0' },
    software: {
      ...closed,
      required: ['name', 'version'],
      properties: {
        name: { type: 'string', pattern: '^[a-z0-9-]+$' },
        version: { type: 'string' },
      },
    },
    protocols: { type: 'array', minItems: 1, items: { const: 'activitypub' } },
    services: {
      ...closed,
      required: ['inbound', 'outbound'],
      properties: {
        inbound: { type: 'array', maxItems: 0 },
        outbound: { type: 'array', maxItems: 0 },
      },
    },
    openRegistrations: { type: 'boolean' },
    usage: {
      ...closed,
      required: ['users'],
      properties: {
        users: {
          ...closed,
          properties: { total: count, activeHalfyear: count, activeMonth: count },
        },
        localPosts: count,
        localComments: count,
      },
    },
    metadata: { type: 'object' },
  },
}

test('S-070 the discovery document links 2.0 first and may be kept for three days', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/.well-known/nodeinfo')

  assert.equal(response.statusCode, 200, response.body)
  assert.match(response.headers['content-type'] as string, /^application\/json/)
  assert.equal(response.headers['cache-control'], 'public, max-age=259200')
  assert.deepEqual(response.json().links, [
    {
      rel: 'http://nodeinfo.diaspora.software/ns/schema/2.0',
      href: 'https://rookery.test/nodeinfo/2.0',
    },
    {
      rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1',
      href: 'https://rookery.test/nodeinfo/2.1',
    },
  ])
})

test('S-071 S-072 S-073 S-075 S-076 S-077 S-080 S-531 NodeInfo 2.0 matches its schema and has nothing else', async () => {
  const validate = new Ajv().compile(NODEINFO_20)
  for (const mode of [{}, { secureMode: true }, { limitedFederationMode: true }]) {
    await using server = await startTestServer(mode)

    const response = await server.anonymous.get('/nodeinfo/2.0')

    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.headers['cache-control'], 'public, max-age=1800')
    assert.ok(validate(response.json()), JSON.stringify(validate.errors))
    assert.equal(response.json().software.name, 'rookery')
    assert.match(response.json().software.version, /^\d+\.\d+\.\d+$/)
    assert.deepEqual(response.json().metadata, {
      nodeName: 'Rookery',
      nodeDescription: '',
      upstream: { name: 'mastodon' },
    })
  }
})

test('S-070 NodeInfo 2.1 names its version and the source', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/nodeinfo/2.1')

  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().version, '2.1')
  assert.ok(URL.canParse(response.json().software.repository))
})

test('S-078 registrations are open unless closed or in single-user mode', async () => {
  await using server = await startTestServer()
  const open = async () => (await server.anonymous.get('/nodeinfo/2.0')).json().openRegistrations

  assert.equal(await open(), false)
  await server.set('registrations.mode', 'approval')
  assert.equal(await open(), true)
  await server.set('registrations.mode', 'open')
  assert.equal(await open(), true)
  await server.set('single_user', true)
  assert.equal(await open(), false)
})

test('S-079 usage counts confirmed users who are not suspended, and who of them was here when', async () => {
  await using server = await startTestServer()
  const usage = async () => (await server.anonymous.get('/nodeinfo/2.0')).json().usage
  const rook = await server.signUp('rook')
  const crow = await server.signUp('crow')
  await server.signUp('unconfirmed', { confirmed: false })
  await setAccount(server, await server.signUp('suspended'), { suspended_at: 1 })
  await rook.publish('one')
  await rook.publish('two')
  await crow.get('/api/v1/accounts/verify_credentials')
  await server.settle()

  assert.deepEqual(await usage(), {
    users: { total: 2, activeMonth: 2, activeHalfyear: 2 },
    localPosts: 2,
  })

  server.clock.now += 29 * DAY
  assert.partialDeepStrictEqual(await usage(), { users: { activeMonth: 2, activeHalfyear: 2 } })
  server.clock.now += DAY
  assert.partialDeepStrictEqual(await usage(), { users: { activeMonth: 0, activeHalfyear: 2 } })
  await crow.get('/api/v1/accounts/verify_credentials')
  await server.settle()
  server.clock.now += 60_000
  assert.partialDeepStrictEqual(await usage(), { users: { activeMonth: 1, activeHalfyear: 2 } })
  server.clock.now += 150 * DAY
  assert.partialDeepStrictEqual(await usage(), { users: { activeMonth: 0, activeHalfyear: 1 } })
  server.clock.now += 30 * DAY
  assert.partialDeepStrictEqual(await usage(), {
    users: { total: 2, activeMonth: 0, activeHalfyear: 0 },
  })
})

test('host-meta is XRD, or JSON for who asks for it', async () => {
  await using server = await startTestServer()
  const template = 'https://rookery.test/.well-known/webfinger?resource={uri}'

  const xml = await server.anonymous.get('/.well-known/host-meta')
  assert.equal(xml.statusCode, 200)
  assert.match(xml.headers['content-type'] as string, /^application\/xrd\+xml/)
  assert.ok(xml.body.includes(`<Link rel="lrdd" template="${template}"/>`), xml.body)

  const accept = { accept: 'application/json' }
  const asked = await server.anonymous.send('GET', '/.well-known/host-meta', undefined, accept)
  const named = await server.anonymous.get('/.well-known/host-meta.json')
  for (const json of [asked, named]) {
    assert.equal(json.statusCode, 200)
    assert.deepEqual(json.json(), { links: [{ rel: 'lrdd', template }] })
  }
})

test('WebFinger finds a local account by handle, page and id in any letter case', async () => {
  await using server = await startTestServer()
  await server.signUp('Rook')

  for (const resource of [
    'acct:Rook@rookery.test',
    'acct:rook@ROOKERY.test',
    'rook@rookery.test',
    '@rook@rookery.test',
    'https://rookery.test/@ROOK',
    'https://rookery.test/users/rook',
  ]) {
    const response = await server.anonymous.get('/.well-known/webfinger', { resource })
    assert.equal(response.statusCode, 200, `${resource} ${response.body}`)
    assert.match(response.headers['content-type'] as string, /^application\/jrd\+json/)
    assert.deepEqual(response.json(), {
      subject: 'acct:Rook@rookery.test',
      aliases: ['https://rookery.test/@Rook', 'https://rookery.test/users/Rook'],
      links: [
        {
          rel: 'http://webfinger.net/rel/profile-page',
          type: 'text/html',
          href: 'https://rookery.test/@Rook',
        },
        {
          rel: 'self',
          type: 'application/activity+json',
          href: 'https://rookery.test/users/Rook',
        },
        {
          rel: 'http://ostatus.org/schema/1.0/subscribe',
          template: 'https://rookery.test/authorize_interaction?uri={uri}',
        },
        ...INTENTS,
      ],
    })
  }
})

/** FEP-3b86 */
const INTENTS = Object.entries({
  Object: '/authorize_interaction?uri={object}',
  Create: '/share?text={content}',
  Follow: '/authorize_interaction?uri={object}&intent=follow',
  Like: '/authorize_interaction?uri={object}&intent=favourite',
  Announce: '/authorize_interaction?uri={object}&intent=reblog',
}).map(([name, path]) => ({
  rel: `https://w3id.org/fep/3b86/${name}`,
  template: `https://rookery.test${path}`,
}))

test('WebFinger answers for both domains where handles live on another one', async () => {
  await using server = await startTestServer({ handleDomain: 'birds.test' })
  await server.signUp('rook')

  for (const domain of ['birds.test', 'rookery.test']) {
    const resource = `acct:rook@${domain}`
    const response = await server.anonymous.get('/.well-known/webfinger', { resource })
    assert.equal(response.statusCode, 200, domain)
    assert.equal(response.json().subject, 'acct:rook@birds.test')
    assert.equal(response.json().aliases[0], 'https://rookery.test/@rook')
  }
})

test('WebFinger answers 400 without a usable resource and 404 for who is not here', async () => {
  await using server = await startTestServer()
  await server.signUp('rook')
  const status = async (query?: Record<string, string>) =>
    (await server.anonymous.get('/.well-known/webfinger', query)).statusCode

  assert.equal(await status(), 400)
  assert.equal(await status({ resource: '' }), 400)
  assert.equal(await status({ resource: 'nonsense' }), 400)
  assert.equal(await status({ resource: 'https://[' }), 400)
  assert.equal(await status({ resource: 'acct:nobody@rookery.test' }), 404)
  assert.equal(await status({ resource: 'acct:rook@elsewhere.test' }), 404)
  assert.equal(await status({ resource: 'https://elsewhere.test/@rook' }), 404)
  assert.equal(await status({ resource: 'https://rookery.test/about' }), 404)
})

test('S-277 WebFinger does not find who waits for confirmation or approval', async () => {
  await using server = await startTestServer()
  await server.signUp('unconfirmed', { confirmed: false })
  await server.signUp('unapproved', { approved: false })

  for (const name of ['unconfirmed', 'unapproved']) {
    const resource = `acct:${name}@rookery.test`
    const response = await server.anonymous.get('/.well-known/webfinger', { resource })
    assert.equal(response.statusCode, 404, name)
  }
})

test('WebFinger answers 410 for a deleted account', async () => {
  await using server = await startTestServer()
  await setAccount(server, await server.signUp('rook'), { deleted_at: 1, suspended_at: 1 })

  const resource = 'acct:rook@rookery.test'
  const response = await server.anonymous.get('/.well-known/webfinger', { resource })

  assert.equal(response.statusCode, 410)
})

test('S-427 WebFinger shows the picture unless profiles need a sign-in', async () => {
  const picture = {
    avatar_key: 'avatars/aa/bb/aabb.png',
    avatar_static_key: 'avatars/aa/bb/aabb.png',
  }
  const resource = 'acct:rook@rookery.test'
  for (const mode of [{}, { limitedFederationMode: true }]) {
    await using server = await startTestServer(mode)
    await setAccount(server, await server.signUp('rook'), picture)

    const response = await server.anonymous.get('/.well-known/webfinger', { resource })

    const avatars = response
      .json()
      .links.filter((link: { rel: string }) => link.rel === 'http://webfinger.net/rel/avatar')
    const link = {
      rel: 'http://webfinger.net/rel/avatar',
      type: 'image/png',
      href: 'https://rookery.test/system/avatars/aa/bb/aabb.png',
    }
    assert.deepEqual(avatars, mode.limitedFederationMode ? [] : [link])
  }
})

test('S-556 megalodon detects a server that speaks the API of Mastodon', async () => {
  await using server = await startTestServer()
  const origin = 'https://rookery.test'
  const get = async (url: string) => {
    const response = await server.anonymous.get(new URL(url).pathname)
    assert.equal(response.statusCode, 200, url)
    return { data: response.json() }
  }

  assert.equal(await detector(origin, { get } as never), 'mastodon')
})
