import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createOAuthAPIClient, createRestAPIClient, createStreamingAPIClient } from 'masto'
import generator from 'megalodon'
import type { BrowserContext } from 'playwright-core'
import sharp from 'sharp'
import { ensureSetupLink } from '../../src/features/identity/sign-up/setup.ts'
import { until } from '../support/in-time.ts'
import { PASSWORD } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer } from './browser.ts'

const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'
const skip = process.env.CI === 'true' ? false : noBrowser

/** Signs in on the real pages, allows the app, and reads the code that the last page shows. */
async function codeByHand(context: BrowserContext, address: string, email: string) {
  const page = await context.newPage()
  await page.goto(address)
  await page.fill('#user_email', email)
  await page.fill('#user_password', PASSWORD)
  await page
    .locator('form', { has: page.locator('#user_email') })
    .getByRole('button')
    .click()
  await page.click('button[value=allow]')
  return page.getByLabel('Your code').inputValue()
}

async function picture(): Promise<Buffer> {
  const plain = { width: 64, height: 48, channels: 3 as const, background: '#358' }
  return sharp({ create: plain }).png().toBuffer()
}

test('masto registers, signs in, posts a picture and hears of it live', { skip }, async () => {
  const { server, origin } = await startWebServer()
  await using _ = server
  await using browser = await startBrowser()
  await using context = await browser.open()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)

  const application = await createRestAPIClient({ url: origin }).v1.apps.create({
    clientName: 'Masto test',
    redirectUris: OUT_OF_BAND,
    scopes: 'read write follow push',
  })
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: application.clientId ?? '',
    redirect_uri: OUT_OF_BAND,
    scope: 'read write follow push',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const code = await codeByHand(context, `${origin}/oauth/authorize?${query}`, alice.email)
  const token = await createOAuthAPIClient({ url: origin }).token.create({
    grantType: 'authorization_code',
    clientId: application.clientId ?? '',
    clientSecret: application.clientSecret ?? '',
    redirectUri: OUT_OF_BAND,
    code,
    codeVerifier: verifier,
  } as never)
  const masto = createRestAPIClient({ url: origin, accessToken: token.accessToken })
  const stream = createStreamingAPIClient({
    streamingApiUrl: `${origin.replace('http', 'ws')}/api/v1/streaming`,
    accessToken: bob.token ?? '',
  })
  const events = stream.user.subscribe()
  const heard: string[] = []
  const listening = (async () => {
    for await (const event of events) if (event.event === 'update') heard.push(event.payload.id)
  })()
  // until it listens nothing arrives
  await until(async () => {
    await alice.publish('Is anybody there?')
    return heard.length > 0
  })

  const file = new Blob([new Uint8Array(await picture())], { type: 'image/png' })
  const media = await masto.v2.media.create({ file, description: 'A blue rectangle' })
  const status = await masto.v1.statuses.create({ status: 'Look at this', mediaIds: [media.id] })
  await until(() => heard.includes(status.id))
  const home = await createRestAPIClient({
    url: origin,
    accessToken: bob.token ?? '',
  }).v1.timelines.home.list()
  await bob.post(`/api/v1/statuses/${status.id}/favourite`)
  const notifications = await masto.v1.notifications.list()
  const { notificationGroups: groups } = await masto.v2.notifications.list()
  const readAsNumbers = await Promise.all(
    groups.map((group) =>
      masto.v1.notifications.$select(String(group.mostRecentNotificationId)).fetch(),
    ),
  )
  events.unsubscribe()
  stream.close()
  await listening

  assert.equal((await masto.v1.accounts.verifyCredentials()).username, 'alice')
  assert.equal(home[0]?.id, status.id)
  assert.equal(home[0]?.mediaAttachments[0]?.description, 'A blue rectangle')
  const shown = await fetch(home[0]?.mediaAttachments[0]?.url ?? '')
  assert.equal(shown.headers.get('content-type'), 'image/png')
  assert.deepEqual(
    notifications.map((notification) => notification.type),
    ['favourite', 'follow'],
  )
  // S-549
  assert.deepEqual(
    readAsNumbers.map(({ id }) => id),
    notifications.map(({ id }) => id),
  )
})

test('megalodon registers, signs in, posts a picture and hears of it live', { skip }, async () => {
  const { server, origin } = await startWebServer()
  await using _ = server
  await using browser = await startBrowser()
  await using context = await browser.open()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)

  const create = (generator as unknown as { default?: typeof generator }).default ?? generator
  const scopes = ['read', 'write', 'follow']
  const anonymous = create('mastodon', origin)
  const application = await anonymous.registerApp('Megalodon test', { scopes })
  assert.ok(application.url, 'the client makes the address to sign in at')
  const code = await codeByHand(context, application.url, alice.email)
  const { client_id: id, client_secret: secret } = application
  const token = await anonymous.fetchAccessToken(id, secret, code)
  const alices = create('mastodon', origin, token.access_token)
  const bobs = create('mastodon', origin, bob.token ?? '')
  const stream = await bobs.userStreaming()
  const heard: string[] = []
  stream.on('update', ({ id }: { id: string }) => heard.push(id))
  // until it listens nothing arrives
  await until(async () => {
    await alice.publish('Is anybody there?')
    return heard.length > 0
  })

  const file = join(server.app.config.dataDir, 'blue.png')
  await writeFile(file, await picture())
  const options = { description: 'A blue rectangle' }
  const media = await alices.uploadMedia(createReadStream(file), options)
  const status = await alices.postStatus('Look at this', { media_ids: [media.data.id] })
  assert.ok('account' in status.data)
  const { id: statusId } = status.data
  await until(() => heard.includes(statusId))
  await bobs.favouriteStatus(statusId)
  const home = await bobs.getHomeTimeline()
  const notifications = await alices.getNotifications()
  const newest = notifications.data[0]?.id ?? ''
  const readAsNumber = await alices.getNotification(String(Number(newest)))
  stream.stop()

  assert.equal(home.data[0]?.id, statusId)
  assert.equal(home.data[0]?.media_attachments.length, 1)
  assert.deepEqual(
    notifications.data.map((notification) => notification.type),
    ['favourite', 'follow'],
  )
  assert.equal(readAsNumber.data.id, newest) // S-549
})

test('the first start leads to an owner who is signed in', { skip }, async () => {
  const { server, origin } = await startWebServer()
  await using _ = server
  await using browser = await startBrowser()
  await using context = await browser.open()
  const link = await ensureSetupLink(server.app)
  const page = await context.newPage()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: /address/ }).click()

  await page.getByLabel(/user ?name/i).fill('owner')
  await page.getByLabel(/e-?mail/i).fill('owner@example.org')
  await page
    .getByLabel(/^password/i)
    .first()
    .fill(PASSWORD)
  const repeated = page.getByLabel(/again|confirm|repeat/i)
  if ((await repeated.count()) > 0) await repeated.first().fill(PASSWORD)
  await page.locator('form button').first().click()
  await page.getByRole('heading', { name: /owner/ }).waitFor()

  const session = (await context.cookies()).find((cookie) => cookie.name === 'rookery_session')
  assert.ok(session, 'the owner is signed in')
  assert.ok(session.httpOnly)
  assert.match((await page.textContent('main')) ?? '', new RegExp(origin.slice('http://'.length)))
  assert.equal(await ensureSetupLink(server.app), null)
})
