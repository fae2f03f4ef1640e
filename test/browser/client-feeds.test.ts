import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import {
  becomes,
  noBrowser,
  noNetwork,
  startBrowser,
  startWebServer,
  type TestBrowser,
} from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { visitOf } from './every-look.ts'

const scripted = { skip: noBrowser }

let server: TestServer
let browser: TestBrowser
let origin: string

type Story = (context: TestContext) => Promise<void>
const stories: [name: string, tell: Story][] = []
const story = (name: string, tell: Story) => void stories.push([name, tell])

test('feeds in a browser', scripted, async (context) => {
  await buildPages()
  await using started = await startBrowser()
  browser = started
  const web = await startWebServer()
  await using _ = web.server
  ;({ server, origin } = web)
  for (const [name, tell] of stories) await context.test(name, tell)
  await server.settle()
})

let people = 0

/** Somebody who reads what somebody else writes. */
async function readerAndWriter(): Promise<{ reader: TestUser; writer: TestUser }> {
  people += 1
  const reader = await server.signUp(`reader${people}`)
  const writer = await server.signUp(`writer${people}`)
  await reader.follow(writer)
  return { reader, writer }
}

async function write(writer: TestUser, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) await writer.publish(`Number ${n} of them.\n\nIt says little.`)
}

async function open(user: TestUser, path = '/home'): Promise<Opened> {
  const context = await browser.open({
    viewport: { width: 1000, height: 700 },
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  await enterClient(user.username, path)(visitOf(page, origin), server)
  return { page, context, [Symbol.asyncDispose]: () => context.close() }
}

interface Opened extends AsyncDisposable {
  page: Page
  context: BrowserContext
}

const texts = (page: Page): Promise<string[]> =>
  page.locator('.feed article').evaluateAll((all) => all.map((one) => one.textContent ?? ''))

/** numbers of the posts from above */
const numbers = async (page: Page): Promise<number[]> =>
  (await texts(page)).map((text) => Number(/Number (\d+)/.exec(text)?.[1] ?? Number.NaN))

/** the same of all there are, by looking through them */
async function allNumbers(page: Page): Promise<number[]> {
  const found = new Set<number>()
  for (let y = 0; y < 9000; y += 1500) {
    await scrollTo(page, y)
    for (const n of await numbers(page)) found.add(n)
  }
  return [...found]
}

/** what is at the top of the window, and where exactly */
const top = (page: Page) => page.evaluate<{ text?: string; y: number }>(TOP)
const TOP = `(() => {
  const all = [...document.querySelectorAll('.feed .entry')]
  const first = all.find((one) => one.getBoundingClientRect().bottom > 8)
  const text = /Number \\d+/.exec(first?.textContent)?.[0]
  return { text, y: Math.round(first?.getBoundingClientRect().top) }
})()`

/** the same once nothing moves any more */
async function restingTop(page: Page): ReturnType<typeof top> {
  let last = await top(page)
  await until(async () => {
    await settled({ page })
    const before = last
    last = await top(page)
    return last.text !== undefined && last.text === before.text && last.y === before.y
  })
  return last
}

const scrollY = (page: Page) => page.evaluate<number>('scrollY')
const scrollBy = (page: Page, y: number) => page.evaluate(`scrollBy(0, ${y})`)

/** at once, and waits until what is there is drawn */
const scrollTo = async (page: Page, y: number): Promise<void> => {
  await page.evaluate(`scrollTo(0, ${y})`)
  await settled({ page })
}

const newPosts = (page: Page, n: number) =>
  page.getByRole('button', { name: n === 1 ? '1 new post' : `${n} new posts`, exact: true })

story('new posts wait behind a button and move nothing; one’s own are there at once', async () => {
  const { reader, writer } = await readerAndWriter()
  await write(writer, 1, 15)
  await using opened = await open(reader)
  const { page } = opened
  await scrollTo(page, 333)
  const before = await restingTop(page)

  await writer.publish('Number 16')
  await newPosts(page, 1).waitFor()
  await writer.publish('Number 17')
  await newPosts(page, 2).waitFor()

  assert.deepEqual(await top(page), before)
  assert.equal(await scrollY(page), 333)
  await reader.publish('Number 99: my own')
  await page.getByText('my own').waitFor({ state: 'attached' })
  await becomes(() => top(page), before, 'nor does what is put above')
  // what is there stays the same element: it may have the focus, or play
  await page.evaluate(`document.querySelector('.feed article').dataset.was = 'there'`)
  await reader.publish('Number 100: my own, too')
  await page.getByText('my own, too').waitFor({ state: 'attached' })
  await settled(opened)
  assert.equal(await page.locator('.feed article').nth(1).getAttribute('data-was'), 'there')

  await newPosts(page, 2).click()
  await page.getByText('You had read from here').waitFor()
  await becomes(async () => (await numbers(page)).slice(0, 5), [100, 99, 17, 16, 15])
  await becomes(() => scrollY(page), 0)
})

story('what home shows first is asked for while its scripts still come, and once', async () => {
  const { reader, writer } = await readerAndWriter()
  await write(writer, 1, 3)
  await using opened = await open(reader)
  const { page } = opened
  const asked: string[] = []
  const isFirst = (url: string) => /\/timelines\/home$|\/markers\?/.test(url)
  page.on('request', (request) => {
    if (isFirst(request.url())) asked.push(new URL(request.url()).pathname)
  })
  const first = page.waitForRequest((request) => isFirst(request.url()))
  // the client starts only once it was asked
  await page.route(/\/assets\/web\/client-/, async (route) => {
    await first
    await route.continue()
  })
  await page.reload()
  await settled(opened)
  await becomes(() => numbers(page), [3, 2, 1])
  assert.deepEqual(asked.sort(), ['/api/v1/markers', '/api/v1/timelines/home'])
})

story('edits and deletions show live', async () => {
  const { reader, writer } = await readerAndWriter()
  const first = await writer.publish('Number 1')
  const second = await writer.publish('Number 2')
  await using opened = await open(reader)
  const { page } = opened

  // an edit before the page listens is none that it hears of
  let edits = 0
  await until(async () => {
    edits += 1
    await writer.put(`/api/v1/statuses/${first.id}`, { status: `Number 1, put right ${edits}` })
    return page.getByText('put right').isVisible()
  })
  await writer.delete(`/api/v1/statuses/${second.id}`)
  await page.getByText('Number 2').waitFor({ state: 'detached' })
})

story(
  'a lost connection is told, tried again, and what was missed can be had in its place',
  async (story) => {
    if (noNetwork) return story.skip(noNetwork)
    const { reader, writer } = await readerAndWriter()
    await write(writer, 1, 12)
    await using opened = await open(reader)
    const { page, context } = opened
    await context.setOffline(true)
    await page.getByText('Not live: reconnecting…').waitFor()
    await write(writer, 13, 57)

    await context.setOffline(false)
    await newPosts(page, 20).click()
    const missing = page.getByRole('button', { name: 'Show what is missing here' })
    await settled({ page })
    await page.getByText('Number 38 ').waitFor()
    // the list draws what is above only once it stands at its top
    await page.getByText('Number 57 ').waitFor()
    await becomes(async () => (await numbers(page)).slice(0, 20), range(57, 38))

    // reading upwards: what is below the gap stays where it is
    await missing.scrollIntoViewIfNeeded()
    await scrollBy(page, 900)
    await settled({ page })
    await scrollBy(page, -500)
    await missing.scrollIntoViewIfNeeded()
    await settled({ page })
    const below = page.locator('.entry', { hasText: 'Number 12 ' })
    const y = (await below.boundingBox())?.y ?? 0
    await missing.click()
    await page.getByText('Number 13 ').waitFor()
    await settled({ page })
    await until(async () => Math.abs(((await below.boundingBox())?.y ?? 0) - y) < 2, 'it stays')

    await missing.click()
    await missing.waitFor({ state: 'detached' })
    await becomes(() => allNumbers(page), range(57, 1))
  },
)

story(
  'while nothing trends, explore shows what was said here, and the staff what waits',
  async () => {
    const { reader, writer } = await readerAndWriter()
    await write(writer, 1, 2)
    await using opened = await open(reader, '/explore')
    const { page } = opened
    await page
      .getByRole('region', { name: 'Said here lately' })
      .getByText('Number 2 ')
      .first()
      .waitFor()
    assert.equal(await page.getByText(/waits? until somebody of the staff/).count(), 0)

    const owner = await server.signUp('owner_of_explore', { role: 'Owner' })
    await using staff = await open(owner, '/home')
    const overview = { pending_tags: 3, pending_links: 15, pending_statuses: 0 }
    await staff.page.route('**/admin/overview', (route) => route.fulfill({ json: overview }))
    await staff.page.goto(`${origin}/explore/tags`)
    const hint = staff.page.getByRole('link', { name: '18 trends wait until somebody' })
    await hint.waitFor()
    assert.equal(await hint.getAttribute('href'), '/admin/trends')
  },
)

story('going back leads to where one was, to the pixel', async () => {
  const { reader, writer } = await readerAndWriter()
  await write(writer, 1, 90)
  await using opened = await open(reader)
  const { page } = opened
  for (let y = 0; y <= 6000; y += 1500) await scrollTo(page, y)
  await scrollTo(page, 5217)
  const before = await restingTop(page)

  await pageAt('/bookmarks')(opened)
  await becomes(() => scrollY(page), 0)
  await page.goBack()
  await page.locator('.entry').first().waitFor()

  await becomes(() => top(page), before)
})

story('S-349 a timeline goes on where it was read to, on whichever device', async () => {
  const { reader, writer } = await readerAndWriter()
  await write(writer, 1, 5)
  {
    await using first = await open(reader)
    // newcomers begin at the top
    await becomes(async () => (await numbers(first.page))[0], 5)
    await markedAt(reader, 5)
  }
  await write(writer, 6, 8)
  {
    await using second = await open(reader)
    const { page } = second
    await newPosts(page, 3).waitFor()
    await becomes(() => numbers(page), range(5, 1))

    // another device is faster by a moment
    let refused = 0
    await page.route('**/api/v1/markers', async (route) => {
      if (route.request().method() !== 'POST' || refused++ > 0) return route.continue()
      await route.fulfill({ status: 409, json: { error: 'Conflict' } })
    })
    await newPosts(page, 3).click()
    await markedAt(reader, 8)
    assert.ok(refused > 1)
  }
  await write(writer, 9, 50)
  await using third = await open(reader)
  await newPosts(third.page, 20).waitFor()
  await becomes(async () => (await numbers(third.page))[0], 8)
})

/** Waits until the server knows that somebody has read so far. */
async function markedAt(reader: TestUser, number: number): Promise<void> {
  await until(async () => {
    const markers = await reader.get('/api/v1/markers?timeline[]=home')
    const id = markers.json().home?.last_read_id
    const status = id === undefined ? null : await reader.get(`/api/v1/statuses/${id}`)
    return status?.json().content?.includes(`Number ${number} `) === true
  }, `the position comes to ${number}`)
}

const LONG = 300

/** Somebody with a long timeline, whose place in it no other story has kept. */
async function longReader(): Promise<TestUser> {
  const { reader, writer } = await readerAndWriter()
  await write(writer, 1, LONG)
  return reader
}

story('of a long timeline only what is near the window is drawn', async () => {
  await using opened = await open(await longReader())
  const { page } = opened
  await until(async () => {
    await scrollBy(page, 2500)
    return page.getByText('You have seen all of it.').isVisible()
  })
  await becomes(async () => (await numbers(page)).at(-1), 1)
  const isShort = async () => (await page.locator('.feed article').count()) < LONG / 2
  await until(isShort)

  await scrollTo(page, 0)
  await page.getByText(`Number ${LONG} `).waitFor()
  await until(isShort)
})

story('however fast one scrolls, a timeline goes on to its end', async () => {
  await using opened = await open(await longReader())
  const { page } = opened
  assert.equal(await page.evaluate(RUSH), true, 'it comes to the end')
  await becomes(async () => (await numbers(page)).at(-1), 1)
  // and all of it was read: what was passed is drawn when it is come back to
  const all = new Set<number>()
  await until(async () => {
    // rows that are drawn turn out higher or lower than they were taken for, so the end moves
    await scrollTo(page, Number.MAX_SAFE_INTEGER)
    for (let y = await scrollY(page); y > -700; y -= 700) {
      await scrollTo(page, Math.max(y, 0))
      for (const n of await numbers(page)) all.add(n)
    }
    return all.size === LONG
  })
})

/** Scrolls with each frame, as fast as a busy machine draws, until the end or until nothing moves any more. */
const RUSH = `(async () => {
  let still = 0
  while (still < 200 && !document.querySelector('.feed-end')) {
    const before = scrollY
    scrollBy(0, 700)
    await new Promise((drawn) => requestAnimationFrame(drawn))
    for (const end = performance.now() + 40; performance.now() < end; );
    still = scrollY === before ? still + 1 : 0
  }
  return document.querySelector('.feed-end') !== null
})()`

story('a filter that hides leaves posts out; home can do without boosts and replies', async () => {
  const { reader, writer } = await readerAndWriter()
  const keywords_attributes = [{ keyword: 'marmalade', whole_word: true }]
  const filter = { title: 'Sweet', context: ['home'], filter_action: 'hide', keywords_attributes }
  assert.equal((await reader.post('/api/v2/filters', filter)).statusCode, 200)
  const other = await server.signUp(`booster${people}`)
  await writer.publish('Number 1')
  await writer.publish('Number 2: marmalade')
  const boosted = await other.publish('Number 3, boosted')
  await writer.post(`/api/v1/statuses/${boosted.id}/reblog`)
  await using opened = await open(reader)
  const { page } = opened
  await becomes(() => numbers(page), [3, 1])

  await page.getByRole('button', { name: 'View' }).click()
  await page.getByLabel('Show boosts').click()
  await becomes(() => numbers(page), [1])
  await page.reload()
  await page.getByText('Number 1').waitFor()
  await settled(opened)
  await becomes(() => numbers(page), [1], 'and this browser remembers')
})

const range = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index)
