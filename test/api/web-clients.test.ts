import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRestAPIClient, createStreamingAPIClient, type mastodon } from 'masto'
import { freePort } from '../support/free-port.ts'
import { png } from '../support/media-api.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Of RFC 8291. */
const KEYS = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}
const SCOPES = 'read write follow push'

/** A server that masto.js, with which Phanpy and Elk are written, reaches at its own address. */
async function startReachable(): Promise<{ server: TestServer; origin: string }> {
  const port = await freePort()
  const domain = `127.0.0.1:${port}`
  const origin = `http://${domain}`
  const own = { origin, domain, handleDomain: domain, secureCookies: false }
  const server = await startTestServer({ ...own, egressAllow: ['127.0.0.1'] })
  await server.http.listen({ host: '127.0.0.1', port })
  return { server, origin }
}

const clientOf = (origin: string, user: { token: string | null }) =>
  createRestAPIClient({ url: origin, ...(user.token === null ? {} : { accessToken: user.token }) })

async function picture(): Promise<Blob> {
  return new Blob([new Uint8Array(await png(64, 48))], { type: 'image/png' })
}

/** The text of a refusal. */
async function refusalOf(call: PromiseLike<unknown>): Promise<{ status: number; message: string }> {
  try {
    await call
  } catch (error) {
    const { statusCode, message } = error as { statusCode: number; message: string }
    return { status: statusCode, message }
  }
  throw new Error('it was answered')
}

test('S-570 a web page of another origin reads the documents and registers as Phanpy and Elk do', async () => {
  const { server, origin } = await startReachable()
  await using _ = server
  const asPage = { headers: { origin: 'https://phanpy.social' } }

  for (const path of ['/api/v2/instance', '/api/v1/instance', '/.well-known/nodeinfo']) {
    const response = await fetch(origin + path, asPage)
    assert.equal(response.headers.get('access-control-allow-origin'), '*', path)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json(;|$)/)
  }
  const { links } = (await (await fetch(`${origin}/.well-known/nodeinfo`)).json()) as {
    links: { rel: string; href: string }[]
  }
  const second = links.find(({ rel }) => rel.endsWith('/ns/schema/2.0'))
  assert.equal((await fetch(second?.href ?? '', asPage)).status, 200)
  const { configuration } = await createRestAPIClient({ url: origin }).v2.instance.fetch()
  assert.equal(configuration.urls.streaming, origin.replace('http', 'ws'))

  const phanpy = await fetch(`${origin}/api/v1/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_name: 'Phanpy',
      redirect_uris: 'https://phanpy.social/',
      scopes: SCOPES,
      website: 'https://phanpy.social/',
    }).toString(),
  })
  assert.equal(phanpy.status, 200)
  const elk = await createRestAPIClient({ url: origin }).v1.apps.create({
    clientName: 'Elk',
    website: 'https://elk.zone',
    redirectUris: `https://elk.zone/api/a.example/oauth/${encodeURIComponent('https://elk.zone')}`,
    scopes: SCOPES,
  })
  assert.ok(elk.clientId && elk.clientSecret)
  // Elk registers anew where the error says so
  const lost = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: 'gone',
      client_secret: 'gone',
      redirect_uri: 'https://elk.zone',
      grant_type: 'authorization_code',
      code: 'x',
      scope: SCOPES,
    }),
  })
  const said = (await lost.json()) as { error: string; error_description: string }
  assert.equal(lost.status, 401)
  assert.equal(said.error, 'invalid_client')
  assert.match(said.error_description, /Client authentication failed/)
})

test('S-570 push subscriptions as Phanpy keeps them: unknown, made, changed, of too few scopes', async () => {
  const { server, origin } = await startReachable()
  await using _ = server
  const alice = await server.signUp('alice')
  const { subscription } = clientOf(origin, alice).v1.push
  const reader = clientOf(origin, await server.tokenFor(alice, 'read'))

  assert.match((await refusalOf(subscription.fetch())).message, /not found|unknown/i)
  assert.equal((await refusalOf(subscription.update({ data: {} } as never))).status, 404)
  const made = await subscription.create({
    subscription: { endpoint: `${origin}/push`, keys: KEYS },
    data: { alerts: { mention: true, admin: { report: true, signUp: true } }, policy: 'all' },
  } as never)
  assert.equal(made.policy, 'all')
  const { configuration } = await clientOf(origin, alice).v2.instance.fetch()
  assert.equal(made.serverKey, configuration.vapid.publicKey)
  const changed = await subscription.update({
    data: { alerts: { poll: true }, policy: 'none' },
  } as never)
  assert.equal(changed.policy, 'none')
  await subscription.remove()
  await subscription.remove()
  assert.match(
    (await refusalOf(reader.v1.push.subscription.fetch())).message,
    /outside.*authorized/,
  )
})

test('S-570 Phanpy posts, edits with new descriptions, quotes, and follows the notifications', async () => {
  const { server, origin } = await startReachable()
  await using _ = server
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await bob.follow(alice)
  const [hers, his] = [clientOf(origin, alice), clientOf(origin, bob)]
  const stream = createStreamingAPIClient({
    streamingApiUrl: origin.replace('http', 'ws'),
    accessToken: alice.token ?? '',
  })
  const heard = stream.user.notification.subscribe().values()
  const first = heard.next()
  await stream.prepare()

  const media = await hers.v2.media.create({
    file: await picture(),
    description: 'Blue',
    skipPolling: true,
  })
  const fields = { language: 'en', sensitive: false, media_ids: [media.id], visibility: 'public' }
  const posted = await hers.v1.statuses.create(
    { status: 'Look, #birds', quote_approval_policy: 'public', ...fields } as never,
    { requestInit: { headers: { 'Idempotency-Key': 'one' } } },
  )
  const edited = await hers.v1.statuses.$select(posted.id).update({
    status: 'Look up, #birds',
    media_attributes: [{ id: media.id, description: 'Bluer' }],
    quote_approval_policy: 'public',
    ...fields,
  } as never)
  const quote = await his.v1.statuses.create({
    status: 'Birds!',
    quoted_status_id: posted.id,
    visibility: 'public',
  } as never)
  await his.v1.statuses.$select(posted.id).favourite()
  await server.settle()
  const supported = ['mention', 'favourite', 'follow', 'quote'] as const
  const { notificationGroups: groups } = await hers.v2.notifications.list({
    limit: 20,
    supportedTypes: supported as never,
    excludeTypes: ['follow_request'],
  } as never)
  const newest = String(groups[0]?.mostRecentNotificationId)
  const marked = await hers.v1.markers.create({ notifications: { lastReadId: newest } })

  assert.equal(edited.mediaAttachments[0]?.description, 'Bluer')
  assert.equal((await hers.v1.statuses.$select(posted.id).history.list()).length, 2)
  assert.equal((quote.quote as mastodon.v1.Quote).quotedStatus?.id, posted.id)
  assert.deepEqual((await hers.v1.statuses.$select(posted.id).quotes.list())[0]?.id, quote.id)
  assert.deepEqual(groups.map(({ type }) => type).sort(), ['favourite', 'follow', 'quote'])
  assert.equal(marked.notifications?.lastReadId, newest)
  assert.deepEqual(await hers.v1.notifications.list({ limit: 1, sinceId: newest }), [])
  assert.equal((await first).value?.event, 'notification')
  stream.close()
})

test('S-570 lists, filters, conversations and tags as Phanpy and Elk write them', async () => {
  const { server, origin } = await startReachable()
  await using _ = server
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await alice.follow(bob)
  const hers = clientOf(origin, alice)

  const { id } = await hers.v1.lists.create({ title: 'Birds' })
  const { accounts } = hers.v1.lists.$select(id)
  await accounts.create({ accountIds: [bob.id] })
  assert.equal((await accounts.list({ limit: 1000 })).length, 1)
  assert.deepEqual(
    (await hers.v1.accounts.$select(bob.id).lists.list()).map((list) => list.id),
    [id],
  )
  await accounts.remove({ accountIds: [bob.id] })
  assert.equal((await accounts.list()).length, 0)

  const filter = await hers.v2.filters.create({
    title: 'Cats',
    context: ['home'],
    expiresIn: null,
    keywordsAttributes: [{ keyword: 'cat', wholeWord: true }],
    filterAction: 'blur',
  } as never)
  const cut = await hers.v2.filters.$select(filter.id).update({
    title: 'Dogs',
    context: ['home', 'thread'],
    expiresIn: 1800,
    keywordsAttributes: [
      { keyword: 'dog', wholeWord: false },
      { id: filter.keywords[0]?.id, _destroy: true },
    ],
    filterAction: 'hide',
  } as never)
  assert.deepEqual(
    cut.keywords.map(({ keyword }) => keyword),
    ['dog'],
  )

  // Phanpy asks for newer conversations by the id of a status
  await bob.publish('@alice psst', { visibility: 'direct' })
  const [conversation] = await hers.v1.conversations.list({ limit: 20 })
  const sinceId = conversation?.lastStatus?.id ?? ''
  assert.deepEqual(await hers.v1.conversations.list({ limit: 1, sinceId }), [])
  await bob.publish('@alice psst again', { visibility: 'direct' })
  assert.equal((await hers.v1.conversations.list({ limit: 1, sinceId })).length, 1)

  assert.equal((await hers.v1.tags.$select('vögel').follow()).following, true)
  assert.equal((await hers.v1.followedTags.list({ limit: 200 }))[0]?.name, 'vögel')
  await hers.v1.accounts.updateCredentials({
    displayName: 'Alice',
    header: await picture(),
    fieldsAttributes: [{ name: 'Bird', value: 'rook' }],
  })
  assert.equal((await hers.v1.accounts.verifyCredentials()).source.fields[0]?.value, 'rook')
  const searched = await hers.v2.search.list({
    q: 'bo',
    type: 'accounts',
    limit: 25,
    resolve: true,
  })
  assert.equal(searched.accounts[0]?.id, bob.id)
  const anonymous = createRestAPIClient({ url: origin })
  assert.equal((await anonymous.v1.accounts.lookup({ acct: 'bob' })).id, bob.id)
  assert.equal((await refusalOf(anonymous.v1.accounts.lookup({ acct: 'nobody' }))).status, 404)
})
