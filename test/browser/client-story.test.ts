import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { buildPages } from '../../scripts/build-pages.js'
import { type Network, startNetwork } from '../support/network.ts'
import { PASSWORD } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, type TestBrowser } from './browser.ts'
import { settled } from './client-pages.ts'
import { said } from './said.ts'

// what runs in the browser is the same whatever the servers read from
const scripted = { skip: noBrowser }

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
}
type Size = keyof typeof SIZES
type Place = 'home' | 'away'

let browser: TestBrowser
before(async () => {
  if (scripted.skip) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

/** Somebody at a browser. */
interface Person {
  name: string
  /** `name@host:port` */
  handle: string
  page: Page
  origin: string
  size: Size
  /** goes to an address of their server, as from a bookmark */
  to(path: string): Promise<void>
  /** lets everything arrive that is under way between the servers */
  wait(): Promise<void>
}

for (const [ada, ben] of [
  ['desktop', 'phone'],
  ['phone', 'desktop'],
] as const) {
  test(`two people on two servers, ${ada} and ${ben}`, scripted, async (context) => {
    await using network = await startNetwork(['home', 'away'])
    for (const place of ['home', 'away'] as const) {
      await network.server(place).signUp('owner', { role: 'Owner' })
      await network.server(place).set('registrations.mode', 'open')
    }
    const people = {
      ada: await signUp(network, 'ada', 'home', ada),
      ben: await signUp(network, 'ben', 'away', ben),
    }
    let hasFailed = false
    /** Each step stands on those before it. */
    const step = async (name: string, run: () => Promise<void>) => {
      await context.test(name, { skip: hasFailed }, async () => {
        hasFailed = true
        try {
          await run()
          hasFailed = false
        } finally {
          if (hasFailed) await takePictures(people)
        }
      })
    }

    await step('each finds the other by handle and follows', async () => {
      await follow(people.ben, people.ada)
      await follow(people.ada, people.ben)
    })
    await step('a post with a picture arrives while the other looks', () => postPicture(people))
    await step('it is boosted, favourited, bookmarked and answered', () => answer(people))
    await step('the author is told, and reads the answer in the thread', () => beTold(people))
    await step('a post is quoted', () => quote(people))
    await step('a poll is voted in, and the author sees it', () => poll(people))
    await step('search finds people, posts and hashtags', () => search(people))
    await step('a list is made and shows its member', () => makeList(people))
    await step('a filter hides behind a warning what it matches', () => filter(people))
    await step('a post is reported to the staff of its server', () => report(people, network))
  })
}

async function signUp(
  network: Network<Place>,
  name: string,
  place: Place,
  size: Size,
): Promise<Person> {
  const { origin, domain } = network.server(place).app.config
  const context = await browser.open({
    viewport: SIZES[size],
    hasTouch: size === 'phone',
    locale: 'en-GB',
    colorScheme: size === 'phone' ? 'dark' : 'light',
  })
  const page = await context.newPage()
  await page.goto(`${origin}/`)
  await page.getByRole('link', { name: 'Create an account', exact: true }).first().click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('E-mail address').fill(`${name}@people.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  const next = page.waitForEvent('load')
  await page.getByRole('button', { name: /create|sign up|join/i }).click()
  await next
  const to = async (path: string) => {
    await page.goto(origin + path)
    await settled({ page })
  }
  await to('/home')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return { name, handle: `${name}@${domain}`, page, origin, size, to, wait: () => network.settle() }
}

/** Takes a screenshot of each person's page after a failure. */
async function takePictures(people: Record<string, Person>): Promise<void> {
  const folder = process.env.PAGE_PICTURES
  if (folder === undefined) return
  for (const { name, page } of Object.values(people)) {
    await page.screenshot({ path: join(folder, `story-${name}.png`) })
  }
}

/** A post as it stands in a list or thread. */
const postWith = ({ page }: Person, text: string): Locator =>
  page.locator('article[data-status]', { hasText: text }).first()

/** Goes home and finds a post, which may wait there behind a button. */
async function findAtHome(who: Person, text: string): Promise<Locator> {
  await who.to('/home')
  const post = postWith(who, text)
  const waiting = who.page.getByRole('button', { name: /new posts?$/ })
  await post.or(waiting).first().waitFor()
  if (!(await post.isVisible())) await waiting.click()
  await post.waitFor()
  return post
}

async function follow(who: Person, whom: Person): Promise<void> {
  await who.to('/search')
  await who.page.getByRole('main').getByRole('combobox').fill(`@${whom.handle}`)
  await who.page.keyboard.press('Enter')
  const asked = who.page.waitForResponse(/\/follow$/)
  await who.page.getByRole('button', { name: /^Follow\b/ }).click()
  await asked
  await who.wait()
  await who.page
    .getByRole('button', { name: /Following/ })
    .first()
    .waitFor()
}

async function write({ page }: Person): Promise<Locator> {
  await page.getByRole('button', { name: 'New post' }).first().click()
  return page.getByLabel('Text of the post', { exact: true })
}

const send = ({ page }: Person) => page.getByRole('button', { name: 'Post', exact: true }).click()

async function postPicture({ ada, ben }: { ada: Person; ben: Person }): Promise<void> {
  await ada.to('/home')
  await ben.to('/home')
  const text = await write(ada)
  await text.fill('Rooks over the church #rooks')
  const plain = { width: 640, height: 480, channels: 3 as const, background: '#468' }
  const buffer = await sharp({ create: plain }).png().toBuffer()
  const file = { name: 'rooks.png', mimeType: 'image/png', buffer }
  await ada.page.getByLabel('Files to add').setInputFiles(file)
  await ada.page.getByRole('button', { name: 'Add a description of rooks.png' }).click()
  await ada.page.getByRole('textbox', { name: 'Description' }).fill('Many rooks in the evening sky')
  await ada.page.getByRole('button', { name: 'Done' }).click()
  await send(ada)
  await postWith(ada, 'Rooks over the church').waitFor()
  await ada.wait()

  await ben.page.getByRole('button', { name: /1 new post/ }).click()
  const there = postWith(ben, 'Rooks over the church')
  await there.getByRole('button', { name: /Many rooks in the evening sky/ }).waitFor()
}

async function answer({ ada, ben }: { ada: Person; ben: Person }): Promise<void> {
  const there = postWith(ben, 'Rooks over the church')
  const answers = ['favourite', 'bookmark', 'reblog'].map((verb) =>
    ben.page.waitForResponse((response) => response.url().endsWith(`/${verb}`)),
  )
  await there.locator('[data-key=favourite]').click()
  await there.locator('[data-key=bookmark]').click()
  await there.locator('[data-key=boost]').click()
  await ben.page.getByRole('menuitem', { name: /^Boost/ }).click()
  await there.locator('[data-key=reply]').click()
  const text = ben.page.getByLabel('Text of the post', { exact: true })
  await becomes(() => text.inputValue(), new RegExp(`@${ada.handle}`))
  await text.pressSequentially('They were here, too')
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Reply' }).click()
  await text.waitFor({ state: 'detached' })
  await Promise.all(answers)
  await ben.wait()
  await ben.to('/bookmarks')
  await postWith(ben, 'Rooks over the church').waitFor()
}

async function beTold({ ada }: { ada: Person }): Promise<void> {
  await ada.to('/notifications')
  const main = ada.page.getByRole('main')
  for (const words of [/boosted/, /follow/]) await main.getByText(words).first().waitFor()
  await postWith(ada, 'They were here, too').waitFor()
  await postWith(ada, 'They were here, too').locator('[data-key=open]').first().click()
  await postWith(ada, 'Rooks over the church').waitFor()
  await postWith(ada, 'They were here, too').waitFor()
}

async function quote({ ada, ben }: { ada: Person; ben: Person }): Promise<void> {
  const original = await findAtHome(ben, 'Rooks over the church')
  await original.locator('[data-key=boost]').click()
  await ben.page.getByRole('menuitem', { name: /^Quote/ }).click()
  const text = ben.page.getByLabel('Text of the post', { exact: true })
  await text.fill('Look at this sky')
  await send(ben)
  await text.waitFor({ state: 'detached' })
  await ben.wait()
  const there = await findAtHome(ada, 'Look at this sky')
  await there.getByText('Rooks over the church').waitFor()
}

async function poll({ ada, ben }: { ada: Person; ben: Person }): Promise<void> {
  const text = await write(ada)
  await text.fill('Which bird?')
  await ada.page.getByRole('button', { name: 'Poll', exact: true }).click()
  await ada.page.getByLabel('Answer 1').fill('Rook')
  await ada.page.getByLabel('Answer 2').fill('Jackdaw')
  await send(ada)
  await text.waitFor({ state: 'detached' })
  await ada.wait()
  const there = await findAtHome(ben, 'Which bird?')
  await there.getByRole('radio', { name: 'Rook' }).check()
  await there.getByRole('button', { name: 'Vote' }).click()
  await there.getByText('100%').waitFor()
  await ben.wait()
  const own = await findAtHome(ada, 'Which bird?')
  await own.getByText('1 person').waitFor()
}

async function search({ ada, ben }: { ada: Person; ben: Person }): Promise<void> {
  await ada.to('/search?q=rooks')
  await ada.page.getByRole('main').getByRole('link', { name: '#rooks' }).first().waitFor()
  await postWith(ada, 'Rooks over the church').waitFor()
  await ben.to(`/search?q=${encodeURIComponent('from:me sky')}`)
  await postWith(ben, 'Look at this sky').waitFor()
}

async function makeList({ ada, ben }: { ada: Person; ben: Person }): Promise<void> {
  await ada.to('/lists')
  await ada.page.getByLabel('New list').fill('Neighbours')
  await ada.page.getByRole('button', { name: 'Create' }).click()
  await ada.page.getByLabel('Search for people').fill('ben')
  await ada.page.getByRole('button', { name: /^Add @ben/ }).click()
  await ada.page
    .getByRole('button', { name: /^Remove @ben/ })
    .first()
    .waitFor()
  const text = await write(ben)
  await text.fill('Good morning, neighbours')
  await send(ben)
  await text.waitFor({ state: 'detached' })
  await ben.wait()
  await ada.to('/lists')
  await ada.page.getByRole('main').getByRole('link', { name: 'Neighbours' }).first().click()
  await postWith(ada, 'Good morning, neighbours').waitFor()
}

async function filter({ ada, ben }: { ada: Person; ben: Person }): Promise<void> {
  await ben.to('/filters/new')
  await ben.page.getByRole('textbox', { name: /^Name/ }).fill('Spiders')
  await ben.page.getByLabel('Word or phrase 1', { exact: true }).fill('spider')
  await ben.page.getByRole('button', { name: 'Make the filter' }).click()
  await said(ben.page, 'The filter was saved.')
  const text = await write(ada)
  await text.fill('A spider the size of a hand')
  await send(ada)
  await text.waitFor({ state: 'detached' })
  await ada.wait()
  const hidden = await findAtHome(ben, 'Filtered: Spiders')
  assert.equal(await ben.page.getByText('A spider the size of a hand').count(), 0)
  await hidden.getByRole('button', { name: 'Show anyway' }).click()
  await ben.page.getByText('A spider the size of a hand').waitFor()
}

async function report({ ben }: { ben: Person }, network: Network<Place>): Promise<void> {
  const there = postWith(ben, 'A spider the size of a hand')
  await there.locator('[data-key=more]').click()
  await ben.page.getByRole('menuitem', { name: /^Report/ }).click()
  const dialog = ben.page.getByRole('dialog')
  await dialog.getByText('It is spam').click()
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('button', { name: /^(Next|Go on)/ }).click()
  await dialog.getByLabel('Comment').fill('Far too large')
  await dialog.getByLabel(/^Send a copy to/).check()
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await ben.page.getByText('Thank you for reporting').waitFor()
  await ben.wait()

  for (const place of ['home', 'away'] as const) {
    const reports = await network.server(place).app.db.selectFrom('report').selectAll().execute()
    assert.equal(reports.length, 1, place)
  }
}
