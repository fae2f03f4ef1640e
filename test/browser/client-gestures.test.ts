import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import { uploadPicture } from '../support/media-api.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import {
  becomes,
  becomesTrue,
  listening,
  noBrowser,
  startBrowser,
  startWebServer,
  type TestBrowser,
} from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { holdsAxe, visitOf } from './every-look.ts'
import { type Finger, fingerOn, LONG_WHERE_HELD, touchesHeard } from './finger.ts'

let server: TestServer
let browser: TestBrowser
let origin: string

type Story = (context: TestContext) => Promise<void>
const stories: [name: string, tell: Story][] = []
const story = (name: string, tell: Story) => void stories.push([name, tell])

test('gestures in a browser', { skip: noBrowser }, async (context) => {
  await buildPages()
  await using started = await startBrowser()
  browser = started
  const web = await startWebServer()
  await using _ = web.server
  ;({ server, origin } = web)
  for (const [name, tell] of stories) await context.test(name, tell)
  await server.settle()
})

const PUBLIC = { visibility: 'public' }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'no-preference',
}
/** counts how often the device was asked to vibrate */
const COUNTED = `navigator.vibrate = () => { globalThis.buzzes = (globalThis.buzzes ?? 0) + 1; return true };`

let groups = 0

async function twoPeople(): Promise<[reader: TestUser, ann: TestUser]> {
  groups += 1
  const reader = await server.signUp(`reader${groups}`)
  const ann = await server.signUp(`ann${groups}`)
  await reader.follow(ann)
  return [reader, ann]
}

interface Opened extends AsyncDisposable {
  page: Page
  finger: Finger
  /** it hears of what happens */
  live(): Promise<void>
  at(path: string): Promise<void>
}

async function open(
  user: TestUser,
  path: string,
  how: BrowserContextOptions = PHONE,
): Promise<Opened> {
  const context = await browser.open(how)
  await context.addInitScript(COUNTED + LONG_WHERE_HELD)
  const page = await context.newPage()
  const live = listening(page)
  await enterClient(user.username, path)(visitOf(page, origin), server)
  // they are loaded while the browser is idle
  await page.locator('.pull-sign').waitFor({ state: 'attached' })
  const finger = await fingerOn(page)
  const at = async (other: string) => {
    await pageAt(other)({ page })
    await page.locator('.pull-sign').waitFor({ state: 'attached' })
  }
  return { page, finger, live, at, [Symbol.asyncDispose]: () => context.close() }
}

const buzzes = (page: Page): Promise<number> => page.evaluate<number>('globalThis.buzzes ?? 0')

const card = (page: Page, { id }: { id: string }): Locator =>
  page.locator(`article[data-status="${id}"]`)

const act = (page: Page, post: { id: string }, name: string): Locator =>
  card(page, post).locator(`[data-key="${name}"]`)

story('a page that is pulled from its top reads what is new', async () => {
  const [reader, ann] = await twoPeople()
  for (let n = 1; n <= 20; n++) await ann.publish(`Number ${n} of them`, PUBLIC)
  await using opened = await open(reader, '/home')
  const { page, finger } = opened
  await page.getByText('Number 20 ').waitFor()
  await settled({ page })
  await ann.publish('It came since', PUBLIC)

  await finger.touch(200, 300)
  await finger.move(200, 340)
  await page.getByText('Pull to read what is new').waitFor()
  await finger.move(200, 520)
  await page.getByText('Let go to read what is new').waitFor()
  await finger.lift()
  await page.getByText('It came since').waitFor()
  await page.getByText('What is new is shown').waitFor({ state: 'attached' })
  await page.locator('.pull-words').waitFor({ state: 'detached' })
  await finger.swipe([200, 300], [200, 560])
  await page.getByText('Nothing new').waitFor({ state: 'attached' })
  await page.locator('.pull-words').waitFor({ state: 'detached' })

  await page.evaluate('scrollTo(0, 500)')
  await becomesTrue(page, 'scrollY > 0')
  await settled({ page })
  await finger.touch(200, 300)
  await finger.move(200, 500)
  assert.equal(await page.locator('.pull-words').count(), 0, 'further down it scrolls')
  await finger.lift()
})

story('S-686 a pull that is let go early reads nothing, and its sign goes back', async () => {
  const [reader, ann] = await twoPeople()
  await ann.publish('The first of them', PUBLIC)
  await using opened = await open(reader, '/home')
  const { page, finger } = opened
  // it reads by itself what came before that
  await opened.live()
  await page.getByText('The first of them').waitFor()
  await settled({ page })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const sign = page.locator('.pull-words')
  const isGone = () => sign.waitFor({ state: 'detached' })

  await finger.touch(200, 300)
  await finger.move(200, 360)
  await page.getByText('Pull to read what is new').waitFor()
  await finger.lift()
  await isGone()
  await finger.touch(200, 300)
  await finger.move(200, 520)
  await page.getByText('Let go to read what is new').waitFor()
  for (const y of [460, 400, 350, 345]) await finger.move(200, y)
  await page.getByText('Let go to read what is new').waitFor({ state: 'detached' })
  await finger.lift()
  await isGone()
  // the way up scrolled the page, and a finger that comes while it still glides does not pull
  const pulls = async () => {
    await page.evaluate('scrollTo(0, 0)')
    await finger.touch(200, 300)
    await finger.move(200, 520)
    await page.evaluate(`new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)))`)
    if ((await page.getByText('Let go to read what is new').count()) > 0) return true
    await finger.cancel()
    return false
  }
  await until(pulls, 'a finger pulls again')
  await finger.cancel()
  await isGone()
  await settled({ page })
  assert.deepEqual(
    asked.filter((url) => url.includes('/timelines/home')),
    [],
  )
  assert.equal(await buzzes(page), 0)
  assert.equal(await page.getByText('Nothing new').count(), 0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await finger.touch(200, 300)
  await finger.move(200, 360)
  await page.getByText('Pull to read what is new').waitFor()
  await finger.lift()
  await isGone()
})

story('S-687 a column is pulled where it is at its top, and scrolls where it is not', async () => {
  const [reader, ann] = await twoPeople()
  for (let n = 1; n <= 20; n++) await ann.publish(`Column post ${n} of them`, PUBLIC)
  await using opened = await open(reader, '/deck')
  const { page, finger } = opened
  await page.getByText('Column post 20 ').waitFor()
  await settled({ page })
  await page.locator('.column-body').evaluate((body) => body.scrollTo(0, 600))
  await finger.touch(200, 300)
  await finger.move(200, 420)
  await finger.move(200, 520)
  assert.equal(await page.locator('.pull-words').count(), 0)
  await finger.lift()

  await page.locator('.column-body').evaluate((body) => body.scrollTo(0, 0))
  await until(
    async () => (await page.locator('.column-body').evaluate((one) => one.scrollTop)) === 0,
  )
  let read = ''
  page.on('request', (request) => {
    if (request.url().includes('since_id')) read = request.url()
  })
  // a finger that comes while the column still glides does not pull
  await until(async () => {
    await finger.swipe([200, 300], [200, 560])
    return read !== ''
  }, 'a column is pulled')
  assert.match(read, /timelines\/home/)
})

const query = (page: Page): string => new URL(page.url()).search

story('a swipe leads from tab to tab, and leaves the edges and what scrolls alone', async () => {
  const [reader, ann] = await twoPeople()
  await ann.publish(`@${reader.username} hello`, PUBLIC)
  await using opened = await open(reader, '/notifications')
  const { page, finger, at } = opened
  await page.getByText('hello').waitFor()
  const chosen = page.locator('#main nav.tabs [aria-current=page]')
  await page.locator('#main nav.tabs a').nth(1).waitFor()
  const [first = '', second = ''] = await page.locator('#main nav.tabs a').allInnerTexts()
  await becomes(() => chosen.innerText(), first)

  await finger.swipe([300, 600], [100, 610])
  await until(async () => (await chosen.innerText()) === second)
  // Playwright hears of the address after the page shows it
  await until(() => query(page) !== '')
  const heard = await touchesHeard(page)
  await finger.swipe([10, 600], [200, 610])
  assert.equal(await chosen.innerText(), second, `the edge is the system’s: ${await heard()}`)
  await finger.swipe([300, 400], [180, 700])
  assert.equal(await chosen.innerText(), second, `slanted it scrolls: ${await heard()}`)
  await finger.swipe([100, 600], [300, 610])
  await until(async () => (await chosen.innerText()) === first)

  await at(`/@${ann.username}`)
  const text = page.locator('.feed .content').first()
  await text.evaluate((one) => {
    one.innerHTML = `<pre>${'x'.repeat(300)}</pre>`
  })
  const box = await text.locator('pre').boundingBox()
  assert.ok(box)
  const y = box.y + box.height / 2
  await finger.swipe([300, y], [120, y])
  assert.equal(new URL(page.url()).pathname, `/@${ann.username}`)
})

story('where one reads from the right, a swipe goes the other way', async () => {
  const [reader] = await twoPeople()
  await using opened = await open(reader, '/notifications')
  const { page, finger } = opened
  await page.evaluate(`document.documentElement.dir = 'rtl'`)
  const chosen = page.locator('#main nav.tabs [aria-current=page]')
  await page.locator('#main nav.tabs a').nth(1).waitFor()
  const [first = '', second = ''] = await page.locator('#main nav.tabs a').allInnerTexts()
  await finger.swipe([300, 600], [100, 610])
  assert.equal(await chosen.innerText(), first)
  await finger.swipe([100, 600], [300, 610])
  await until(async () => (await chosen.innerText()) === second)
})

story('a long press opens the menu of a post, of a link and of what is done', async () => {
  const [reader, ann] = await twoPeople()
  const post = await ann.publish('Short words\n\nhttps://elsewhere.test/a/long/way', PUBLIC)
  await using opened = await open(reader, '/home')
  const { page, finger } = opened
  await card(page, post).waitFor()
  await settled({ page })

  const name = card(page, post).locator('.content p').first()
  const words = await name.boundingBox()
  assert.ok(words)
  await finger.rest(words.x + 10, words.y + words.height / 2)
  assert.equal(await page.locator('dialog[open]').count(), 0, 'text is for selecting')
  await finger.cancel()

  const box = await card(page, post).locator('.status-columns').boundingBox()
  assert.ok(box)
  const more = page.getByRole('menu', { name: 'More about this post' })
  await finger.hold(box.x + box.width - 4, words.y + words.height / 2, more)
  assert.equal(new URL(page.url()).pathname, '/home', 'the press did not open it')
  await page.keyboard.press('Escape')

  const menu = page.getByRole('menu', { name: 'Link' })
  await finger.holdOn(card(page, post).locator('.content a'), menu)
  await menu.getByText('elsewhere.test/a/long/way').waitFor()
  const away = menu.getByRole('menuitem', { name: 'Open in a new tab' })
  assert.equal(await away.getAttribute('href'), 'https://elsewhere.test/a/long/way')
  await page.keyboard.press('Escape')

  const reactions = page.getByRole('dialog', { name: 'React with an emoji' })
  await finger.holdOn(act(page, post, 'favourite'), reactions)
  await page.getByRole('button', { name: '🎉', exact: true }).first().click()
  await card(page, post).getByRole('button', { name: '🎉: 1 reaction' }).waitFor()
  await becomes(() => act(page, post, 'favourite').getAttribute('aria-pressed'), 'false')

  const quoting = page.getByRole('dialog').getByText('Short').first()
  await finger.holdOn(act(page, post, 'boost'), quoting)
  assert.equal(await page.getByRole('menu').count(), 0)
})

story('the device answers what one does oneself, unless one does not want it', async () => {
  const [reader, ann] = await twoPeople()
  const post = await ann.publish('Something to like', PUBLIC)
  await using opened = await open(reader, '/home')
  const { page, at } = opened
  await act(page, post, 'favourite').click()
  await until(async () => (await buzzes(page)) === 1)
  await at('/preferences')
  await page.getByLabel('The device vibrates shortly').uncheck()
  await at('/home')
  await act(page, post, 'bookmark').click()
  await page.getByText('Added to your bookmarks').waitFor({ state: 'attached' })
  assert.equal(await buzzes(page), 1)
})

story('a profile has a code for the camera of others, which can be saved', async () => {
  const [reader, ann] = await twoPeople()
  await using opened = await open(reader, `/@${ann.username}`, { ...PHONE, colorScheme: 'dark' })
  const { page } = opened
  await page.getByRole('button', { name: `More about @${ann.username}` }).click()
  await page.getByRole('menuitem', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code' })
  await dialog.getByRole('img', { name: `QR code of the profile of @${ann.username}` }).waitFor()
  await dialog.getByText(`@${ann.username}@`).waitFor()
  await holdsAxe(page, 'qr-code-phone-dark')
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as a picture' }).click()
  const saved = await saving
  assert.equal(saved.suggestedFilename(), `${ann.username}-qr.png`)
  const { width = 0, height } = await sharp(await saved.path()).metadata()
  assert.ok(width >= 1024 && width === height, `${width} x ${height}`)
})

/** stands in for what a browser has that translates by itself: its model is loaded when it is let */
const TRANSLATOR = `globalThis.Translator = {
  availability: async ({ sourceLanguage }) => sourceLanguage === 'de' ? 'downloadable' : 'unavailable',
  async create({ monitor }) {
    const of = new EventTarget()
    monitor(of)
    of.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.4 }))
    await new Promise((loaded) => { globalThis.loaded = loaded })
    return { translate: async (text) => text.toUpperCase() }
  },
}`

story('the browser translates where the server does not, and says so', async () => {
  const [reader, ann] = await twoPeople()
  const post = await ann.publish('guten #Morgen', { ...PUBLIC, language: 'de' })
  const other = await ann.publish('bonjour', { ...PUBLIC, language: 'fr' })
  await using opened = await open(reader, '/home')
  const { page } = opened
  await card(page, post).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Translate' }).count(), 0)

  await page.addInitScript(TRANSLATOR)
  await page.reload()
  await page.getByRole('button', { name: 'Translate from German on this device' }).click()
  await page.getByText('Loading the language: 40 %').waitFor()
  await page.evaluate('loaded()')
  await card(page, post).getByText('Translated from German on this device').waitFor()
  await becomes(() => card(page, post).locator('.content').innerText(), 'GUTEN #Morgen')
  await page.getByRole('button', { name: 'Show the original' }).click()
  await card(page, post).getByText('guten').waitFor()
  assert.equal(await card(page, other).getByRole('button', { name: 'Translate' }).count(), 0)
})

story('a phone takes a photo for a post', async () => {
  const [reader] = await twoPeople()
  await using opened = await open(reader, '/publish')
  const { page } = opened
  await page.getByRole('button', { name: 'Add pictures, video or sound' }).click()
  await page.getByRole('menuitem', { name: 'Choose files' }).waitFor()
  await holdsAxe(page, 'take-a-photo-phone')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Take a photo' }).click()
  const chooser = await choosing
  assert.equal(chooser.isMultiple(), false)
  assert.equal(await chooser.element().getAttribute('capture'), 'environment')
})

story('a swipe in the viewer turns the pictures', async () => {
  const [reader, ann] = await twoPeople()
  const first = await uploadPicture(ann, { description: 'The first' })
  const second = await uploadPicture(ann, { description: 'The second' })
  await ann.publish('two pictures', { ...PUBLIC, media_ids: [first.id, second.id] })
  await using opened = await open(reader, '/home')
  const { page, finger } = opened
  await page.getByRole('button', { name: 'Open the picture: The first' }).click()
  const viewer = page.getByRole('dialog', { name: 'Media' })
  await viewer.getByText('1 of 2').waitFor()
  await finger.swipe([300, 420], [100, 430])
  await viewer.getByText('2 of 2').waitFor()
  await finger.swipe([100, 420], [300, 430])
  await viewer.getByText('1 of 2').waitFor()
  assert.equal(new URL(page.url()).pathname, '/home')
})
