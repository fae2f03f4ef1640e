import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, settingsSent, settled } from './client-pages.ts'
import { holdsAxe, visitOf } from './every-look.ts'
import { patient } from './said.ts'

const scripted = { skip: noBrowser }
const WIDE = { width: 1440, height: 800 }

let browser: TestBrowser
let server: TestServer
let origin = ''
let writer: TestUser

type Story = (context: TestContext) => Promise<void>
const stories: [name: string, tell: Story][] = []
const story = (name: string, tell: Story) => void stories.push([name, tell])

let people = 0
/** who entered last */
let reader: TestUser

/** Somebody who follows the writer, and their deck. */
async function enter(viewport = WIDE): Promise<Page> {
  people += 1
  const name = `reader${people}`
  reader = await server.signUp(name)
  await reader.follow(writer)
  const context = await browser.open({ viewport, locale: 'en-GB' })
  const page = await context.newPage()
  await enterClient(name, '/deck')(visitOf(page, origin), server)
  return page
}

const titles = (page: Page) => page.locator('.column-head h2').allInnerTexts()
const column = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })

async function fromMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Change the column ${name}`, exact: true }).click()
  await page.getByRole('menu').getByText(entry, { exact: true }).click()
}

async function addTag(page: Page, tag: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a column' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a column' })
  await dialog.getByLabel('Hashtag', { exact: true }).fill(tag)
  await dialog.getByRole('region', { name: 'A hashtag' }).getByRole('button').click()
  await column(page, tag).waitFor()
}

story('S-610 a first deck is filled, and what is changed stays', async () => {
  const page = await enter()
  await becomes(() => titles(page), ['Home', 'Notifications', 'This server'])
  await holdsAxe(page, 'deck')

  await page.evaluate(patient(12_000))
  await addTag(page, '#birds')
  await fromMenu(page, '#birds', 'Move before “This server”')
  await fromMenu(page, 'Notifications', 'Remove the column')
  await becomes(() => titles(page), ['Home', '#birds', 'This server'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await fromMenu(page, 'Home', 'Wide')
  await settingsSent(page)
  await page.reload()
  await settled({ page })

  await becomes(() => titles(page), ['Home', 'Notifications', '#birds', 'This server'])
  await becomes(() => column(page, 'Home').getAttribute('class'), /wide/)
})

story('a column is dragged to the place of another one', async () => {
  const page = await enter()
  await column(page, 'Home')
    .locator('.column-head')
    .dragTo(column(page, 'This server').locator('.column-head'))

  await becomes(() => titles(page), ['Notifications', 'This server', 'Home'])
})

story('an empty deck says what to do', async () => {
  const page = await enter()
  for (const name of ['Home', 'Notifications', 'This server']) {
    await fromMenu(page, name, 'Remove the column')
  }
  await page.getByText('There are no columns').waitFor()
  await holdsAxe(page, 'deck empty')
  await page.getByRole('button', { name: 'Begin with the usual ones' }).click()

  await becomes(() => titles(page), ['Home', 'Notifications', 'This server'])
})

story('S-611 a column out of sight reads nothing, and all of them share a connection', async () => {
  const page = await enter()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let sockets = 0
  page.on('websocket', () => {
    sockets += 1
  })
  for (const tag of ['#one', '#two', '#three', '#four']) await addTag(page, tag)
  await settingsSent(page)
  asked.length = 0
  sockets = 0
  await page.reload()
  await settled({ page })
  assert.ok(asked.includes('/api/v1/timelines/home'))
  assert.ok(!asked.includes('/api/v1/timelines/tag/four'), asked.join(' '))

  await page.keyboard.press('7')
  await until(() => asked.includes('/api/v1/timelines/tag/four'))
  await until(async () => (await column(page, 'Home').locator('article').count()) === 0)
  assert.equal(sockets, 1)
  await page.keyboard.press('1')
  await column(page, 'Home').locator('article').first().waitFor()
})

/** what is at the top of a column, and where exactly */
const TOP = `(() => {
  const from = body.getBoundingClientRect().top
  const all = [...body.querySelectorAll('.entry')]
  const first = all.find((one) => one.getBoundingClientRect().bottom > from + 8)
  return first?.dataset.entry + ' ' + Math.round(first?.getBoundingClientRect().top - from)
})()`

/** Asks what scrolls in the first column. */
const inBody = (page: Page, script: string) =>
  page.evaluate(`((body) => ${script})(document.querySelector('.column-body'))`)

story('what arrives waits in its column, which keeps its place', async () => {
  const page = await enter()
  const home = column(page, 'Home')
  await home.getByText('Post 30').waitFor()
  await settled({ page })
  await inBody(page, 'body.scrollTo(0, 700)')
  await settled({ page })
  const top = () => inBody(page, TOP)
  let before = await top()
  await until(async () => {
    await settled({ page })
    const last = before
    before = await top()
    return before === last
  })

  await writer.publish('Something new')
  await home.getByRole('button', { name: '1 new post' }).waitFor()
  assert.equal(await top(), before)
  await page.evaluate('document.querySelector(".side a[href=\\"/bookmarks\\"]").click()')
  await page.getByRole('heading', { name: 'Bookmarks', level: 1 }).waitFor()
  await page.goBack()
  await home.locator('article').first().waitFor()
  await until(async () => (await top()) === before)

  await home.getByRole('button', { name: '1 new post' }).click()
  await home.getByText('Something new').waitFor()
  await becomes(() => inBody(page, 'body.scrollTop'), 0)
})

story('S-612 a post opens in its column, and the browser’s way back closes it', async () => {
  const page = await enter()
  const home = column(page, 'Home')
  const local = column(page, 'This server')
  await home.getByText('Post 25').click()
  await home.locator('.focal').getByText('Post 25').waitFor()
  await settled({ page })
  assert.equal(new URL(page.url()).pathname, '/deck')
  await local.getByText('Post 25').waitFor()

  await home.getByText('An answer to 25').click()
  await home.locator('.focal').getByText('An answer to 25').waitFor()
  await page.reload()
  await settled({ page })
  await home.locator('.focal').getByText('An answer to 25').waitFor()
  await page.goBack()
  await home.locator('.focal').getByText('Post 25').waitFor()
  await page.keyboard.press('Escape')
  await home.getByText('Post 30').waitFor()

  await home.getByText('Post 25').click()
  await home.locator('.focal').waitFor()
  await home.getByRole('button', { name: 'Back to Home' }).click()
  await page.locator('article:focus').getByText('Post 25').waitFor()
  await page.keyboard.press('p')
  await page.waitForURL(/\/@writer$/)
})

/** the column in which something has the focus, and what */
const FOCUSED = `(() => {
  const at = document.activeElement
  const head = at.closest('.column')?.querySelector('h2')
  return head ? head.textContent.trim() + ' ' + at.tagName : undefined
})()`

async function addReady(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a column' }).first().click()
  await page.getByRole('dialog', { name: 'Add a column' }).getByText(name, { exact: true }).click()
  await column(page, name).waitFor()
}

story('S-684 bookmarks and favourites arrive in their columns from any tab', async () => {
  const page = await enter()
  for (const name of ['This server', 'Notifications']) {
    await fromMenu(page, name, 'Remove the column')
  }
  await addReady(page, 'Bookmarks')
  await addReady(page, 'Favourites')
  await column(page, 'Favourites').getByText('Nothing here yet.').waitFor()
  await column(page, 'Bookmarks').getByText('Nothing here yet.').waitFor()
  const post = (where: Locator, text: string) => where.locator('article', { hasText: text })
  const home = column(page, 'Home')
  const bookmarks = column(page, 'Bookmarks')

  await post(home, 'Post 29.').locator('[data-key=bookmark]').click()
  await post(bookmarks, 'Post 29.').waitFor()
  await post(home, 'Post 30.').locator('[data-key=bookmark]').click()
  await post(bookmarks, 'Post 30.').waitFor()
  await post(home, 'Post 29.').locator('[data-key=favourite]').click()
  await post(column(page, 'Favourites'), 'Post 29.').waitFor()
  // a favourite moves nothing among bookmarks
  await becomes(() => bookmarks.locator('.content').allInnerTexts(), ['Post 30.', 'Post 29.'])

  const other = await page.context().newPage()
  await other.goto(`${origin}/public/local`)
  await post(other.locator('main'), 'Post 28.').locator('[data-key=bookmark]').click()
  await post(bookmarks, 'Post 28.').waitFor()
  await post(other.locator('main'), 'Post 29.').locator('[data-key=bookmark]').click()
  await post(bookmarks, 'Post 29.').waitFor({ state: 'detached' })
  await other.close()

  // another browser of the person, of which no stream tells
  const elsewhere = await writer.publish('Kept elsewhere')
  const answer = await reader.post(`/api/v1/statuses/${elsewhere.id}/bookmark`)
  assert.equal(answer.statusCode, 200, answer.body)
  await page.evaluate('dispatchEvent(new Event("offline"))')
  await post(bookmarks, 'Kept elsewhere').waitFor()

  const kept = post(bookmarks, 'Post 30.').locator('[data-key=bookmark]')
  await kept.click()
  await bookmarks.locator('[data-key=bookmark][aria-pressed=false]').waitFor()
  await kept.click()
  await post(bookmarks, 'Post 30.').locator('[aria-pressed=true][data-key=bookmark]').waitFor()
})

async function addAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a column' }).first().click()
  const part = page.getByRole('dialog').getByRole('region', { name: 'Posts of one account' })
  await part.getByLabel('Account').fill(name)
  await part.getByRole('button', { name: `Add @${name}` }).click()
  await column(page, `@${name}`).waitFor()
}

story('S-685 posts of an account arrive in its column, followed or not', async () => {
  const stranger = await server.signUp('stranger')
  await stranger.publish('I was here before')
  const page = await enter()
  for (const name of ['Home', 'This server', 'Notifications']) {
    await fromMenu(page, name, 'Remove the column')
  }
  await addAccount(page, 'stranger')
  await addAccount(page, 'writer')
  await column(page, '@stranger').getByText('I was here before').waitFor()
  await column(page, '@writer').getByText('Post 30.').waitFor()
  await settled({ page })

  await stranger.publish('I am still here')
  await writer.publish('Only for followers', { visibility: 'private' })
  for (const name of ['@stranger', '@writer']) {
    await column(page, name).getByRole('button', { name: '1 new post' }).click()
  }
  await column(page, '@stranger').getByText('I am still here').waitFor()
  await column(page, '@writer').getByText('Only for followers').waitFor()
  await becomes(() => column(page, '@stranger').locator('article').count(), 2)
})

story('keys act in the column that was used last', async () => {
  const page = await enter()
  const isAt = async (place: string) => {
    const at = () => page.evaluate<string | undefined>(FOCUSED)
    await until(async () => (await at()) === place)
  }

  await page.keyboard.press('3')
  await isAt('This server H2')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await isAt('This server ARTICLE')
  await page.keyboard.press('[')
  await isAt('Notifications H2')
  await page.keyboard.press('[')
  await isAt('Home H2')
  await page.keyboard.press('j')
  await isAt('Home ARTICLE')
  for (let times = 0; times < 9; times += 1) await page.keyboard.press('j')
  await until(async () => {
    const box = await page.locator('article:focus').boundingBox()
    const seen = await column(page, 'Home').locator('.column-body').boundingBox()
    if (box === null || seen === null) return false
    return box.y >= seen.y - 1 && box.y + box.height <= seen.y + seen.height + 1
  }, 'the post with the focus is in sight')
  await page.keyboard.press('o')
  await column(page, 'Home').locator('.focal').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Go to a column by its number').waitFor()
})

story('a narrow window shows a column at a time', async () => {
  const page = await enter({ width: 390, height: 844 })
  await becomes(() => titles(page), ['Home'])
  await page.getByRole('navigation', { name: 'Columns' }).getByText('This server').click()
  await column(page, 'This server').getByText('Post 30').waitFor()

  await becomes(() => titles(page), ['This server'])
  await holdsAxe(page, 'deck narrow')
})

test('columns in a browser', scripted, async (context) => {
  await buildPages()
  const started = await startWebServer()
  await using _ = started.server
  await using opened = await startBrowser()
  ;({ server, origin } = started)
  browser = opened
  writer = await server.signUp('writer')
  for (let n = 1; n <= 30; n += 1) {
    const { id } = await writer.publish(`Post ${n}.`)
    if (n === 25) await writer.publish('An answer to 25', { in_reply_to_id: id })
  }
  for (const [name, tell] of stories) {
    await context.test(name, tell)
    await browser.closeAll()
  }
  await server.settle()
})
