import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { subscribe } from '../../src/features/notifications/push-subscriptions.ts'
import { blockAccount } from '../../src/features/relationships/blocks.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, openLooker, type Visit, withoutClient } from './every-look.ts'
import { signIn } from './sign-in.ts'

const NAME = 'an_account_with_thirty_letters'
const LONG = 'Anextraordinarilylongwordthatnobodywouldeverputintoaprofile'
/** longest that a host can be in one part */
const LONG_HOST = `${'l'.repeat(60)}.example`

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

/** A server with one person, who is signed in. */
async function open() {
  const opened = new AsyncDisposableStack()
  const started = await startWebServer()
  opened.use(started.server)
  const alice = await started.server.signUp(NAME)
  const looker = opened.use(await openLooker(browser, started))
  await withoutClient(looker.visit.page)
  await signIn(looker.visit.page, started.server, NAME)
  const look = (name: string, act: Act) => looker.look(`settings-${name}`, act)
  return { ...started, alice, look, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Goes to a page that is the client's where script runs, and shows what other browsers get. */
async function toForm({ page, to }: Visit, path: string): Promise<void> {
  await to(path)
  await page.evaluate(
    `for (const part of document.querySelectorAll('noscript')) {
      if (part.childElementCount === 0) part.outerHTML = part.textContent
    }`,
  )
}

test('a person walks through an empty account', scripted, async () => {
  await using opened = await open()
  const { look } = opened
  await look('profile-wrong', async (visit) => {
    const { page, to, press } = visit
    await to('/welcome')
    const way = page.getByRole('link', { name: /Say who you are/ })
    await toForm(visit, String(await way.getAttribute('href')))
    await page.getByLabel('Display name').fill(LONG)
    await page.getByLabel('Note').fill('Hello https://example.org/a/rather/long/address')
    await page.getByLabel('Attribution domains').fill('not/a/domain')
    await press('Save the profile')
    await becomes(() => page.getByLabel('Display name').inputValue(), LONG)
  })
  await look('filter-new-wrong', async (visit) => {
    const { page, press } = visit
    await toForm(visit, '/filters/new')
    await page.getByLabel('Word or phrase 1').fill(LONG)
    await press('Add more rows')
    await becomes(() => page.getByLabel('Word or phrase 4').count(), 1)
    await page.getByLabel('Home and lists').uncheck()
    await page.getByLabel('Public timelines').uncheck()
    await press('Make the filter')
  })
  await look('followed-tags-wrong', async (visit) => {
    const { page, press } = visit
    await toForm(visit, '/followed_tags')
    await page.getByLabel('Hashtag', { exact: true }).fill('two words')
    await press('Follow')
  })
})

const SVG =
  '<svg width="900" height="500"><rect width="900" height="500" fill="#2a7"/>' +
  '<circle cx="750" cy="120" r="90" fill="#fd0"/><rect x="60" y="300" width="240" height="200" fill="#843"/></svg>'
// here, as a server lets nothing in its process read vectors
const MEADOW = await sharp(Buffer.from(SVG)).jpeg().toBuffer()

/** Uploads a picture and waits for the page that asks which part is shown. */
async function upload(visit: Visit, kind: 'avatar' | 'header'): Promise<void> {
  const { page } = visit
  await toForm(visit, '/profile/edit')
  await page
    .locator(`#${kind}-file`)
    .setInputFiles({ name: 'meadow.jpg', mimeType: 'image/jpeg', buffer: MEADOW })
  const next = page.waitForEvent('load')
  await page.locator(`.of-${kind} button`).first().click()
  await next
}

test('the part of a picture is chosen, and the profile shows it', scripted, async () => {
  await using opened = await open()
  const { server, alice, look } = opened
  await look('crop-avatar', (visit) => upload(visit, 'avatar'))
  await look('profile-full', async (visit) => {
    const { page, press } = visit
    await upload(visit, 'header')
    await press('Use this picture')
    await upload(visit, 'avatar')
    await page.getByLabel('What it shows').fill('A yellow sun above a meadow')
    await page.getByLabel('Zoom').fill('2.7')
    await press('Use this picture')
    await verifyField(server, alice)
    await toForm(visit, '/profile/edit')
  })
})

async function verifyField({ app }: TestServer, { id }: TestUser): Promise<void> {
  await app.transact((tx) => {
    const field = { name: 'Website', value: 'https://ada.example', verified_at: tx.now }
    const change = { fields: JSON.stringify([field]) }
    return tx.db.updateTable('account').set(change).where('id', '=', id).execute()
  })
}

test('without script a point of the picture is chosen', scripted, async () => {
  await using opened = await open()
  const { server, origin } = opened
  await using context = await browser.open({ javaScriptEnabled: false })
  const page = await context.newPage()
  const visit: Visit = {
    page,
    to: async (path) => void (await page.goto(`${origin}${path}`)),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
  }
  await signIn(page, server, NAME)
  await upload(visit, 'avatar')
  await page.getByLabel('Upper half, right', { exact: true }).check()
  await visit.press('Use this picture')
  // texts in `noscript` are not found by what they say
  await page.locator('.notice.success').waitFor()
})

test('a person walks through an account of many years', scripted, async () => {
  await using opened = await open()
  const { server, alice, look } = opened
  await fill(server, alice)
  await server.set('digest.after_days', 14)
  const pages: [string, string][] = [
    ['welcome', '/welcome'],
    ['filters', '/filters'],
    ['featured-tags', '/settings/featured_tags'],
    ['privacy', '/settings/privacy'],
    ['blocked', '/settings/privacy/blocked'],
    ['notifications', '/notifications/settings'],
    ['preferences', '/preferences'],
    ['followed-tags', '/followed_tags'],
  ]
  for (const [name, path] of pages) {
    await look(name, (visit) => toForm(visit, path))
  }
})

/** As much of everything as there may be on a page, and long names. */
async function fill(server: TestServer, alice: TestUser): Promise<void> {
  await alice.publish('#Meadow #Birds #Nests are what I write about')
  for (const name of ['Meadow', LONG]) await alice.post('/api/v1/featured_tags', { name })
  for (let number = 1; number <= 45; number++) {
    await alice.post(`/api/v1/tags/tag${number}/follow`)
    const keywords_attributes = [{ keyword: `word ${number}` }, { keyword: LONG }]
    const title = number === 45 ? LONG : `Filter ${number}`
    const filter = { title, context: ['home', 'notifications', 'thread'], keywords_attributes }
    const ends = number % 2 === 0 ? { expires_in: 86_400 } : {}
    await alice.post('/api/v2/filters', { ...filter, ...ends })
    const domain = number === 45 ? LONG_HOST : 'far.example'
    const id = await insertRemoteAccount(server.app, { username: `person${number}`, domain })
    await server.app.transact((tx) => blockAccount(tx, { accountId: alice.id, targetId: id }))
  }
  for (const domain of ['spam.example', LONG_HOST]) {
    await alice.post('/api/v1/domain_blocks', { domain })
  }
  await server.app.transact(async (tx) => {
    const { id: tokenId } = await tx.db
      .selectFrom('access_token')
      .select('id')
      .where('user_id', '=', alice.userId)
      .executeTakeFirstOrThrow()
    const address = { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a', standard: true }
    const wishes = { alerts: { mention: true, follow: true }, policy: 'all' } as const
    await subscribe(tx, alice.id, { tokenId }, { address, wishes })
    await tx.db
      .updateTable('local_user')
      .set({ chosen_languages: JSON.stringify(['en', 'de', 'ast']) })
      .where('id', '=', alice.userId)
      .execute()
  })
}
