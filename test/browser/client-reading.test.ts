import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { visitOf } from './every-look.ts'

const scripted = { skip: noBrowser }

let server: TestServer
let browser: TestBrowser
let origin: string

type Story = (context: TestContext) => Promise<void>
const stories: [name: string, tell: Story][] = []
const story = (name: string, tell: Story) => void stories.push([name, tell])

test('reading in a browser', scripted, async (context) => {
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
const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let groups = 0

/** Somebody who reads what two others write. */
async function threePeople(): Promise<[reader: TestUser, ann: TestUser, bob: TestUser]> {
  groups += 1
  const reader = await server.signUp(`reader${groups}`)
  const ann = await server.signUp(`ann${groups}`)
  const bob = await server.signUp(`bob${groups}`)
  await reader.follow(ann)
  await reader.follow(bob)
  await ann.follow(bob)
  await bob.follow(ann)
  return [reader, ann, bob]
}

const answer = (user: TestUser, to: { id: string }, text: string) =>
  user.publish(text, { in_reply_to_id: to.id, ...PUBLIC })

interface Opened extends AsyncDisposable {
  page: Page
  at(path: string): Promise<void>
}

async function open(user: TestUser, path: string, how: BrowserContextOptions): Promise<Opened> {
  const context = await browser.open(how)
  const page = await context.newPage()
  await enterClient(user.username, path)(visitOf(page, origin), server)
  const at = (path: string) => pageAt(path)({ page })
  return { page, at, [Symbol.asyncDispose]: () => context.close() }
}

const card = (page: Page, { id }: { id: string }) => page.locator(`article[data-status="${id}"]`)

const heightOf = async (page: Page, post: { id: string }): Promise<number> =>
  (await card(page, post).boundingBox())?.height ?? Number.NaN

/** px around the middle of each action in which a press finds it */
const REACH = `(id) => {
  const acts = document.querySelectorAll('article[data-status="' + id + '"] .act')
  return [...acts].map((act) => {
    const box = act.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const finds = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest('.act') === act
    const far = (dx, dy) => { let n = 0; while (n < 60 && finds(dx * (n + 1), dy * (n + 1))) n++; return n }
    return [far(-1, 0) + far(1, 0) + 1, far(0, -1) + far(0, 1) + 1]
  })
}`

story('a reply names in its head whom it answers, and takes little room', async () => {
  const [reader, ann, bob] = await threePeople()
  const root = await ann.publish('Who comes along?', PUBLIC)
  const reply = await answer(bob, root, `@${ann.username} Me`)
  const both = await answer(ann, reply, `@${bob.username} @${reader.username} Both of you`)
  const names = await answer(bob, both, `@${ann.username} @${reader.username}`)
  await ann.publish('Something below them', PUBLIC)
  await using opened = await open(reader, `/home`, DESKTOP)
  const { page, at } = opened
  await page.getByText('Something below them').waitFor()
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByLabel('Show conversations together').uncheck()

  const text = (post: { id: string }) => card(page, post).locator('.content').innerText()
  await becomes(() => text(reply), 'Me')
  await card(page, reply)
    .getByRole('link', { name: `Replying to @${ann.username}` })
    .waitFor()
  await card(page, both)
    .getByRole('link', { name: `Also to @${reader.username}` })
    .waitFor()
  await becomes(() => text(names), `@${ann.username} @${reader.username}`, 'it says nothing else')
  await until(async () => (await heightOf(page, reply)) <= 96)

  await at('/preferences')
  await page.getByLabel('Compact').check()
  await at('/home')
  await card(page, reply).waitFor()
  await until(async () => (await heightOf(page, reply)) <= 72)
  const compact = await heightOf(page, reply)
  await page.reload()
  await card(page, reply).waitFor()
  await becomes(() => heightOf(page, reply), compact, 'it is kept')
})

story('names give way to each other on one line, and actions are found by a finger', async () => {
  const [reader, ann] = await threePeople()
  await ann.patch('/api/v1/accounts/update_credentials', { display_name: 'm'.repeat(40) })
  await ann.publish('Below it', PUBLIC)
  const other = await server.signUp(`nobody_knows_whom_${groups}`)
  const root = await other.publish('Who comes along?', PUBLIC)
  const reply = await answer(ann, root, `@${other.username} @${reader.username} Me`)
  await ann.publish('Above it', PUBLIC)
  await using opened = await open(reader, `/@${ann.username}/with_replies`, PHONE)
  const { page } = opened
  for (const density of ['comfortable', 'compact']) {
    await page.evaluate(`document.documentElement.dataset.density = '${density}'`)
    await card(page, reply).scrollIntoViewIfNeeded()
    const height = await heightOf(page, reply)
    assert.ok(height <= (density === 'compact' ? 72 : 96), `${density}: ${height} px`)
    const reaches = await page.evaluate<[number, number][]>(`(${REACH})('${reply.id}')`)
    assert.equal(reaches.length, 6)
    for (const [width, high] of reaches) {
      assert.ok(width >= 40 && high >= 40, `${density}: ${width} x ${high} px`)
    }
  }
  await settled({ page })
})

/** Waits until an expression is true in the page. */
const holds = (page: Page, expression: string): Promise<void> =>
  until(() => page.evaluate<boolean>(`Boolean(${expression})`))

const order = (page: Page): Promise<string[]> =>
  page
    .locator('.replies article')
    .evaluateAll((all) => all.map((one) => one.querySelector('.content')?.textContent ?? ''))

story('a thread is read in the order one chooses, and replies that arrive wait', async () => {
  const [reader, ann, bob] = await threePeople()
  const eve = await server.signUp(`eve${groups}`)
  const root = await ann.publish('Who comes along?', PUBLIC)
  const first = await answer(bob, root, 'first')
  await answer(eve, root, 'second')
  const third = await answer(eve, root, 'third')
  await answer(ann, root, 'and when?')
  await eve.post(`/api/v1/statuses/${third.id}/favourite`)
  await using opened = await open(reader, `/@${ann.username}/${root.id}`, DESKTOP)
  const { page, at } = opened
  await page.getByRole('heading', { name: '4 replies' }).waitFor()
  await settled({ page })

  await becomes(() => order(page), ['and when?', 'first', 'second', 'third'])
  await page.getByLabel('Order of replies').selectOption('Newest first')
  await becomes(() => order(page), ['and when?', 'third', 'second', 'first'])
  await page.getByLabel('Order of replies').selectOption('Most liked first')
  await becomes(() => order(page), ['and when?', 'third', 'first', 'second'])
  await page.getByText('Author', { exact: true }).waitFor()
  await card(page, first).getByText('You follow them').waitFor({ state: 'attached' })
  await becomes(() => page.getByText('You follow them').count(), 1)

  await answer(bob, first, 'it arrived')
  await page.getByRole('button', { name: '1 new reply' }).waitFor()
  assert.equal(await page.getByText('it arrived').count(), 0)
  await page.getByRole('button', { name: '1 new reply' }).click()
  await page.getByText('New', { exact: true }).waitFor()
  await becomes(() => order(page), ['and when?', 'third', 'first', 'it arrived', 'second'])

  await card(page, first).getByRole('button', { name: 'Fold 1 reply' }).click()
  await becomes(() => order(page), ['and when?', 'third', 'first', 'second'])
  await at('/home')
  await at(`/@${ann.username}/${root.id}`)
  await page.getByRole('button', { name: 'Show 1 folded reply' }).waitFor()
  await becomes(() => order(page), ['and when?', 'third', 'first', 'second'])
  await card(page, first).focus()
  await page.keyboard.press('z')
  await page.getByText('it arrived').waitFor()
})

story('however deep a thread is, a phone has room for it', async () => {
  const [reader, ann, bob] = await threePeople()
  const root = await ann.publish('The root', PUBLIC)
  let to = root
  for (let depth = 1; depth <= 7; depth++) {
    const next = await answer(depth % 2 ? bob : ann, to, `@${ann.username} level ${depth}`)
    await answer(bob, to, `@${ann.username} aside ${depth}`)
    to = next
  }
  await using opened = await open(reader, `/@${ann.username}/${root.id}`, PHONE)
  const { page } = opened
  await page.getByText('level 7').waitFor()
  await settled({ page })
  const bodies = page.locator('.replies .status-main')
  await bodies.nth(13).waitFor()
  const widths = await bodies.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().width),
  )

  assert.equal(widths.length, 14)
  assert.ok(Math.min(...widths) > 250, `${Math.min(...widths)} px`)
  const deepest = page.locator('article', { hasText: 'level 7' })
  await deepest.getByRole('link', { name: `Replying to @${ann.username}` }).waitFor()
})

const homeOrder = (page: Page): Promise<string[]> =>
  page
    .locator('.feed article')
    .evaluateAll((all) => all.map((one) => one.querySelector('.content')?.textContent ?? ''))

story('replies stand with what they answer in home, and a long conversation is cut', async () => {
  const [reader, ann, bob] = await threePeople()
  const stranger = await server.signUp(`stranger${groups}`)
  const far = await stranger.publish('Nobody follows me', PUBLIC)
  await answer(reader, far, 'to the stranger')
  const root = await ann.publish('The root', PUBLIC)
  await bob.publish('Something else', PUBLIC)
  const one = await answer(bob, root, 'one')
  await answer(ann, one, 'two')
  await ann.publish('Yet something else', PUBLIC)
  await answer(bob, root, 'three')
  await answer(reader, far, 'to them again')
  await using opened = await open(reader, '/home', DESKTOP)
  const { page } = opened
  const conversations = page.getByRole('heading', { name: 'Conversation' })
  await conversations.nth(1).waitFor()
  await settled({ page })

  await becomes(
    () => homeOrder(page),
    [
      'Nobody follows me',
      'to the stranger',
      'to them again',
      'The root',
      'two',
      'three',
      'Yet something else',
      'Something else',
    ],
  )
  await page.getByRole('button', { name: 'Show 1 more in this conversation' }).click()
  const focused = 'document.activeElement.querySelector(".content")?.textContent'
  await holds(page, `${focused} === 'one'`)

  await answer(bob, root, 'four')
  await page.getByRole('button', { name: '1 new post' }).click()
  await page.getByText('four').waitFor()
  // the posts that were shown do not move for it
  await becomes(async () => (await homeOrder(page))[0], 'four')
  await becomes(
    async () => (await homeOrder(page)).slice(4, 8),
    ['The root', 'one', 'two', 'three'],
  )

  await page.getByRole('button', { name: 'View' }).click()
  await page.getByLabel('Show conversations together').uncheck()
  await holds(page, `!document.querySelector('.conversation')`)
  await becomes(
    async () => (await homeOrder(page)).slice(0, 4),
    ['four', 'to them again', 'three', 'Yet something else'],
  )
})

story('boosts in a row stand beside each other, for the hand and for keys', async () => {
  const [reader, ann, bob] = await threePeople()
  const stranger = await server.signUp(`elsewhere${groups}`)
  await ann.publish('Before them', PUBLIC)
  for (const text of ['red', 'green', 'blue', 'white']) {
    const { id } = await stranger.publish(`It is ${text}. ${'And so on. '.repeat(40)}`, PUBLIC)
    await (text === 'red' ? ann : bob).post(`/api/v1/statuses/${id}/reblog`)
  }
  await ann.publish('After them', PUBLIC)
  await using opened = await open(reader, '/home', DESKTOP)
  const { page } = opened
  const boosts = page.locator('.boosts', { has: page.getByRole('heading', { name: '4 boosts' }) })
  await boosts.getByText('It is red').waitFor()
  await settled({ page })

  const firsts = async () => (await homeOrder(page)).map((text) => text.split('.')[0])
  const all = ['After them', 'It is white', 'It is blue', 'It is green', 'It is red', 'Before them']
  await becomes(firsts, all)
  const isSeen = (text: string) =>
    holds(
      page,
      `(() => {
        const card = [...document.querySelectorAll('.boosts article')].find((one) => one.textContent.includes('${text}'))
        const { left, right } = card.getBoundingClientRect()
        const list = card.closest('ul').getBoundingClientRect()
        return left >= list.left - 1 && right <= list.right + 1
      })()`,
    )
  await isSeen('It is white')
  const [previous, next] = ['Previous boosts', 'Next boosts'].map((name) =>
    boosts.getByRole('button', { name }),
  )
  await becomes(async () => previous?.getAttribute('aria-disabled'), 'true')
  await next?.click()
  await isSeen('It is blue')
  // by keys, to the last and out of it
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('j')
  await isSeen('It is red')
  const focused = 'document.activeElement.textContent'
  await holds(page, `${focused}.includes('It is red')`)
  await page.keyboard.press('j')
  await holds(page, `${focused}.includes('Before them')`)

  await page.getByRole('button', { name: 'View' }).click()
  await page.getByLabel('Put boosts beside each other').uncheck()
  await boosts.waitFor({ state: 'detached' })
  await becomes(async () => (await homeOrder(page)).length, 6)
})

/** Somebody has read home to a post, hours ago. */
async function hasRead(reader: TestUser, { id }: { id: string }, hours: number): Promise<void> {
  server.clock.now -= hours * HOUR
  await reader.post('/api/v1/markers', { home: { last_read_id: id } })
  server.clock.now += hours * HOUR
}

story('after an absence home begins at the newest, and the way back is one press', async () => {
  const [reader, ann] = await threePeople()
  const posts: { id: string }[] = []
  for (let n = 1; n <= 60; n++) posts.push(await ann.publish(`Number ${n} of them`, PUBLIC))
  const [read] = posts.slice(14)
  assert.ok(read)
  await hasRead(reader, read, 5)
  await using opened = await open(reader, '/home', DESKTOP)
  const { page } = opened
  await page.getByText('Number 60 ').waitFor()
  await settled({ page })
  await becomes(async () => (await homeOrder(page))[0], 'Number 60 of them')
  const back = page.getByRole('button', { name: 'Back to where you were' })
  await back.waitFor()
  // it outlives the page, though the newest counts as read by now
  await until(async () => {
    const { home } = (await reader.get('/api/v1/markers?timeline[]=home')).json()
    return home.last_read_id === posts.at(-1)?.id
  })
  await page.reload()
  await back.click()
  await holds(page, `document.activeElement.textContent.includes('Number 15 of them')`)
  await page.getByText('You had read from here').waitFor()
  await until(async () => {
    const y = (await card(page, read).boundingBox())?.y ?? -1
    return y > 0 && y < 200
  }, 'it stands at the top')
  await back.waitFor({ state: 'detached' })
  await page.evaluate('scrollTo(0, 0)')
  await page.getByText('Number 60 ').waitFor()
  await page.reload()
  await page.getByText('Number 60 ').waitFor()
  await settled({ page })
  assert.equal(await back.count(), 0, 'it was gone')
})

story('who wants to go on where they were does, however long they were away', async () => {
  const [reader, ann] = await threePeople()
  const first = await ann.publish('Read before', PUBLIC)
  await ann.publish('Came since', PUBLIC)
  await using opened = await open(reader, '/preferences', DESKTOP)
  const { page, at } = opened
  await page.getByLabel('The home timeline begins').selectOption('Always where you were')
  await hasRead(reader, first, 500)
  await at('/home')
  await page.getByRole('button', { name: '1 new post' }).waitFor()
  await becomes(() => homeOrder(page), ['Read before'])
})
