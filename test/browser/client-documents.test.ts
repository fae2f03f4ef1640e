import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { entityTypes, TYPES_FILE } from '../../scripts/entity-types.ts'
import { pages } from '../../scripts/sources.js'
import { dataUri, png } from '../support/media-api.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { seedShowcase } from '../support/showcase.ts'
import { PageClient } from '../web/page-client.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { settled } from './client-pages.ts'

const MOST = 150 * 1024

let browser: TestBrowser
before(async () => {
  await buildPages()
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

const scripted = { skip: noBrowser }

/** the frame as the client draws it */
const TAKEN_OVER = 'body:not(.framed) .frame'

interface Stage {
  origin: string
  threadId: string
}

interface ClientPage {
  path: string
  needsSession: boolean
  folder: string
}

/** As web/client/pages.ts has them: it is read, as it runs in browsers only. */
async function clientPages(): Promise<ClientPage[]> {
  const text = await readFile(join(import.meta.dirname, '../../web/client/pages.ts'), 'utf8')
  const entries = text.matchAll(
    /path: '([^']+)',([^}]*?)import\('\.\/pages\/([\w-]+)\/page\.tsx'\)/g,
  )
  return [...entries].map(([, path = '', between = '', folder = '']) => ({
    path,
    needsSession: between.includes('signedIn: true'),
    folder,
  }))
}

async function signedIn(server: TestServer, username: string): Promise<PageClient> {
  const client = new PageClient(server.http)
  await client.signIn(username, PASSWORD)
  return client
}

test('the server has a document for every page of the client, which names its files', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello #birds')
  const collection = (await alice.post('/api/v1/collections', { name: 'Birds' })).json()
  const filter = (await alice.post('/api/v2/filters', { title: 'One', context: ['home'] })).json()
  const reader = await signedIn(server, 'alice')
  const stranger = new PageClient(server.http)
  const all = await clientPages()
  assert.ok(all.length > 30)

  for (const { path, needsSession, folder } of all) {
    const values: Record<string, string> = {
      acct: 'alice',
      tag: 'birds',
      origin: 'local',
      tab: 'tags',
    }
    const ids = { collections: collection.id ?? collection.collection?.id, filters: filter.id }
    const idThere = ids[path.split('/')[1] as keyof typeof ids] ?? id
    const url = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? idThere)
    const own = await reader.get(url)
    const strange = await stranger.get(url)
    if (path === '/') assert.equal(own.headers.location, '/home')
    else assert.equal(own.statusCode, 200, url)
    assert.equal(strange.statusCode, needsSession ? 302 : 200, url)
    for (const { body } of path === '/' ? [strange] : needsSession ? [own] : [own, strange]) {
      assert.match(body, /<script type="module" src="\/assets\/web\/client-/, url)
      assert.ok(body.includes(await fileOf(folder)), `${url} waits for ${folder}`)
    }
  }
})

async function fileOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(pages, 'manifest.json'), 'utf8'))
  return manifest[`client/pages/${folder}/page.tsx`].file
}

test('what is not there answers 404, whichever page of it is asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const hidden = await alice.publish('for followers', { visibility: 'private' })
  await server.signUp('bob')
  const [owner, bob] = [await signedIn(server, 'alice'), await signedIn(server, 'bob')]
  const stranger = new PageClient(server.http)

  for (const path of ['/@nobody/followers', '/@nobody/featured', `/@alice/${hidden.id}/history`]) {
    assert.equal((await stranger.get(path)).statusCode, 404, path)
  }
  const path = `/@alice/${hidden.id}`
  assert.equal((await stranger.get(path)).statusCode, 404)
  assert.equal((await bob.get(path)).statusCode, 404)
  const shown = await owner.get(path)
  assert.equal(shown.statusCode, 200)
  assert.doesNotMatch(shown.body, /for followers/, 'the client reads it')
})

test('home and a public post are small to load', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  const reader = await signedIn(server, 'alice')

  for (const path of ['/home', `/@alice/${id}`]) {
    const { body } = await reader.get(path)
    const found = [...body.matchAll(/"\/assets\/web\/([^"]+)"/g)].map(([, name]) => name ?? '')
    const sizes = await Promise.all(
      found.map(async (name) => gzipSync(await readFile(join(pages, name))).length),
    )
    const size = sizes.reduce((sum, one) => sum + one, 0)
    assert.ok(found.length > 3)
    assert.ok(size <= MOST, `${path}: ${size} bytes`)
  }
})

test('the types that the client is written with are made of the reference', async () => {
  // what the formatter changes says nothing
  const plain = (text: string) => text.replace(/[\s()|]/g, '')

  assert.equal(plain(await readFile(TYPES_FILE, 'utf8')), plain(entityTypes()))
})

test('the service worker has an address of its own, which browsers ask each time', async () => {
  await using server = await startTestServer()

  const { statusCode, headers } = await server.anonymous.get('/service-worker.js')

  assert.equal(statusCode, 200)
  assert.equal(headers['cache-control'], 'no-cache')
  assert.equal(headers['service-worker-allowed'], '/')
  assert.match(headers['content-type'] as string, /^text\/javascript/)
})

test('public pages for people', scripted, async (context) => {
  const { server, origin } = await startWebServer()
  await using _server = server
  const { threadId } = await seedShowcase(server, 0.1)
  await server.signUp('newcomer')
  const stage = { origin, threadId }
  await context.test('the client takes a page over with its own styles alone', () =>
    takesOver(stage),
  )
  await context.test('what both draw stays where it was', () => staysInPlace(stage))
  await context.test('a picture stays as large as it was', () => keepsSize(server, origin))
  await context.test('profiles, threads and hashtags are read without script', () =>
    readPlain(stage),
  )
  await context.test('who came from another server is asked whether to do what they came for', () =>
    askWish(stage),
  )
})

async function takesOver({ origin, threadId }: Stage): Promise<void> {
  const context = await browser.open()
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // both come on a slow machine only: a use that is late, and a worker that tests refuse, once the page is idle
    const isOfTime = /not used within a few seconds|registration blocked by Playwright/
    if (isOfTime.test(message.text())) return
    if (/error|warning/.test(message.type())) problems.push(message.text())
  })

  for (const path of ['/', '/@ada', `/@ada/${threadId}`, '/tags/birds']) {
    await page.goto(origin + path)
    await page.locator(TAKEN_OVER).waitFor()
    await settled({ page })
    await becomes(() => page.locator('link[data-until-program]').count(), 0, path)
    const left = () =>
      page
        .locator('link[data-program]')
        .evaluateAll(
          (links) =>
            (links as unknown as { media: string }[]).filter(({ media }) => media !== 'all').length,
        )
    await becomes(left, 0, path)
    await becomes(() => page.evaluate('document.body.className'), '', path)
  }
  assert.deepEqual(problems, [])
  await context.close()
}

/** Parts that the server and the client draw; the title stands elsewhere on other pages than the first one. */
const DRAWN_TWICE = [
  '.landing-side .card',
  '.landing-recent h2',
  '.side .logo',
  '.visitor-bar .logo',
  '.phone-bar',
  'main',
  '.hero h1',
]

async function staysInPlace({ origin }: Stage): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    const found: Record<string, unknown> = {}
    for (const javaScriptEnabled of [false, true]) {
      await using context = await browser.open({ javaScriptEnabled, viewport: { width, height } })
      const page = await context.newPage()
      for (const path of ['/', '/@ada', '/tags/birds', '/nonsense']) {
        await page.goto(origin + path)
        if (javaScriptEnabled) {
          await page.locator(TAKEN_OVER).waitFor()
          await settled({ page })
          await becomes(() => placesOf(page), found[path], `${path} at ${width}`)
        } else {
          found[path] = await placesOf(page)
        }
      }
    }
  }
}

async function placesOf(page: Page): Promise<unknown> {
  const found: Record<string, unknown> = {}
  for (const part of DRAWN_TWICE) {
    const all = page.locator(part)
    const box = (await all.count()) === 0 ? null : await all.first().boundingBox()
    found[part] = box && [box.x, box.y, box.width]
  }
  return found
}

/** A larger one would count as the page's largest paint, and be a late one. */
async function keepsSize(server: TestServer, origin: string): Promise<void> {
  const painter = await server.signUp('painter')
  // its preview has not quite these proportions
  const file = dataUri('image/png', await png(1601, 1003))
  const { id: picture } = (await painter.post('/api/v2/media', { file })).json()
  await server.settle()
  const { id } = await painter.publish('', { media_ids: [picture] })
  let plain: unknown
  for (const javaScriptEnabled of [false, true]) {
    const viewport = { width: 412, height: 823 }
    await using context = await browser.open({ javaScriptEnabled, viewport })
    const page = await context.newPage()
    await page.goto(`${origin}/@painter/${id}`)
    if (javaScriptEnabled) await page.locator(TAKEN_OVER).waitFor()
    const sizeOf = async () => {
      const box = await page.locator('main .media img, main .media-item img').boundingBox()
      return [box?.width, box?.height]
    }
    if (javaScriptEnabled) await becomes(sizeOf, plain)
    else plain = await sizeOf()
  }
}

async function readPlain({ origin, threadId }: Stage): Promise<void> {
  const context = await browser.open({ javaScriptEnabled: false })
  const page = await context.newPage()

  await page.goto(origin)
  await page.getByRole('heading', { name: 'Lately here' }).waitFor()
  await page.goto(`${origin}/@ada`)
  await page.getByRole('link', { name: 'Posts and replies' }).click()
  await page.waitForURL('**/with_replies')
  await page.locator('.status').nth(2).waitFor()
  await page.goto(`${origin}/@ada/${threadId}`)
  // the post and what was answered
  await page.locator('.content').nth(1).waitFor()
  await page.getByRole('link', { name: /^#/ }).first().click()
  await page.waitForURL(/\/tags\//)
  await page.locator('.status').first().waitFor()
  await context.close()
}

/** As somebody who has done nothing here yet. */
async function askWish({ origin, threadId }: Stage): Promise<void> {
  const context = await browser.open()
  const page = await context.newPage()
  const wanted = (address: string, intent: string) =>
    `${origin}/authorize_interaction?${new URLSearchParams({ uri: `${origin}${address}`, intent })}`
  await page.goto(wanted(`/@ada/${threadId}`, 'favourite'))
  await page.getByLabel('E-mail address or username').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  const question = page.getByRole('dialog', { name: 'Make this post a favourite?' })
  await question.waitFor()
  await page.waitForURL((url) => url.search === '')
  const star = page.locator('.focal [data-key=favourite]')
  await becomes(() => star.getAttribute('aria-pressed'), 'false', 'they decide')
  await question.getByRole('button', { name: 'Favourite' }).click()
  await page.locator('.focal [data-key=favourite][aria-pressed=true]').waitFor()
  await page.goto(wanted('/@ada', 'follow'))
  const other = page.getByRole('dialog', { name: 'Follow @ada?' })
  await other.waitFor()
  await page.waitForURL((url) => url.search === '')
  await other.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Follow @ada' }).waitFor()
  await context.close()
}
