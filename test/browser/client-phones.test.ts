import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../support/in-time.ts'
import type { TestServer } from '../support/server.ts'
import { becomesTrue, noBrowser } from './browser.ts'
import { settled } from './client-pages.ts'
import { clientStories, PHONE } from './client-stories.ts'

const { story, tell, enter, open, origin } = clientStories()

let thread: { ancestors: string[]; opened: string }

/** px from the top of the window; the bottom edge where that is wanted */
const edge = async (page: Page, selector: string, side: 'top' | 'bottom' = 'top') => {
  const box = await page.locator(selector).first().boundingBox()
  assert.ok(box, selector)
  return side === 'top' ? box.y : box.y + box.height
}

/** Titles of the bar and of pages, and placeholders, that have more words than room; titles for readers of the screen have none. */
const CUT = `[
  ...[...document.querySelectorAll('.phone-bar .way-title')]
    .filter((title) => title.clientWidth > 1 && title.scrollWidth > title.clientWidth)
    .map((title) => title.textContent),
  ...[...document.querySelectorAll('.page-title h1')]
    .filter((title) => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1)
    .map((title) => title.textContent),
  ...[...document.querySelectorAll('input[type=search]')].filter((field) => field.offsetWidth > 0).flatMap((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')
    pen.font = font
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return pen.measureText(field.placeholder).width > room ? [field.placeholder] : []
  }),
]`

story('the bar of phones and the fields of search cut no words, in any language', async () => {
  const page = await enter('/home', PHONE, 'linguist')
  const places = [
    { path: '/search', width: 320 },
    { path: '/notifications', width: 320 },
    { path: '/settings/account', width: 320 },
    { path: '/settings/account', width: 1280 },
  ]
  for (const tag of ['de', 'uk', 'ar']) {
    // pages of the server allow no such request
    await page.goto(`${origin()}/home`)
    await page.evaluate(
      `fetch('/language', {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ lang: '${tag}' }),
      }).then(({ status }) => status)`,
    )
    for (const { path, width } of places) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(origin() + path)
      await settled({ page })
      assert.equal(await page.locator('html').getAttribute('lang'), tag)
      assert.deepEqual(await page.evaluate(CUT), [], `${tag} ${path}`)
    }
  }
})

story('a reply is opened at the top, and a chip leads up to what it answers', async () => {
  const page = await enter(`/@alice/${thread.opened}`, PHONE)
  const chip = page.getByRole('button', { name: 'What it answers: @bob' })
  await chip.waitFor()
  assert.match(await chip.innerText(), /^@bob\s+\S/)
  const head = await edge(page, '.page-title', 'bottom')
  const parent = `.ancestors > li:last-child`
  await until(async () => Math.abs((await edge(page, '.focal')) - head) < 2, 'it is at the top')
  assert.ok((await edge(page, parent, 'bottom')) < head + 2)

  await chip.click()
  await becomesTrue(page, `document.activeElement.dataset.status === '${thread.ancestors[1]}'`)
  await until(async () => Math.abs((await edge(page, parent)) - head) < 2, 'the parent at the top')
  // what the parent answers is above it now
  await page.getByRole('button', { name: 'What it answers: @alice' }).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await page.locator('.way-up-chip').waitFor({ state: 'detached' })
})

story('what a reply answers comes late without moving what is read', async () => {
  const page = await enter('/@bob', PHONE)
  let answer = () => {}
  const wanted = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/context(\?|$)/, async (route) => {
    const response = await route.fetch()
    await wanted
    await route.fulfill({ response })
  })
  await page.goto(`${origin()}/@alice/${thread.opened}`)
  const focal = page.locator('.focal')
  await focal.waitFor()
  await page.getByText('Loading the conversation').waitFor()
  await page.evaluate('scrollTo(0, 40)')
  await becomesTrue(page, 'scrollY > 0')
  const before = await edge(page, '.focal')
  answer()
  await page.locator('.ancestors').waitFor()
  await until(async () => Math.abs((await edge(page, '.focal')) - before) < 2, 'it stays')
})

story('a profile shows its first post on a phone', async () => {
  const page = await enter('/@bob', PHONE)
  const post = page.locator('.profile article').first()
  await post.waitFor()
  const bar = await edge(page, '.phone-bar')
  assert.ok((await edge(page, '.profile article', 'bottom')) < bar)
  assert.equal(await page.getByRole('button', { name: 'Read more' }).count(), 0)

  await page.goto(`${origin()}/@talker`)
  await settled({ page })
  const note = page.locator('.profile-note')
  const more = page.getByRole('button', { name: 'Read more' })
  await more.waitFor()
  const height = (await note.boundingBox())?.height ?? 0
  assert.ok(height < 120, `${height} px`)
  await more.click()
  await until(async () => ((await note.boundingBox())?.height ?? 0) > height, 'it is whole')
  await page.getByRole('button', { name: 'Read less' }).click()
})

story('the text that is written never reaches below the keyboard or the tools', async () => {
  const page = await enter('/home', PHONE)
  await page.getByRole('button', { name: 'New post' }).click()
  const field = page.getByRole('dialog').getByRole('textbox').first()
  await field.waitFor()
  const small = (await field.boundingBox())?.height ?? 0
  await field.fill('one line\n'.repeat(8))
  await until(async () => ((await field.boundingBox())?.height ?? 0) > small, 'it grows')

  // as browsers do that make room for the keyboard
  await page.setViewportSize({ width: 390, height: 480 })
  await field.pressSequentially('the last line')
  const tools = await edge(page, '.compose-bar')
  await until(async () => (await edge(page, '.compose-text', 'bottom')) <= tools, 'above the tools')
  await until(async () => (await edge(page, '.compose-bar', 'bottom')) <= 480, 'in the window')
  await until(async () => (await edge(page, '.compose-settings')) >= 0, 'and the settings')
  const below = () =>
    field.evaluate((element) => {
      const { scrollTop, clientHeight, scrollHeight } = element as unknown as Scrolled
      return scrollHeight - clientHeight - scrollTop
    })
  await until(async () => (await below()) < 20, 'the last line is seen')
})

interface Scrolled {
  scrollTop: number
  clientHeight: number
  scrollHeight: number
}

test('reading and writing on phones', { skip: noBrowser }, async (context) => {
  await using _ = await open(seed)
  await tell(context)
})

async function seed(server: TestServer): Promise<void> {
  const [alice, bob, talker] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('talker'),
  ]
  await server.signUp('linguist')
  const fields = [
    { name: 'Garden', value: 'https://garden.example/bob' },
    { name: 'Pronouns', value: 'he/him' },
  ]
  await bob.patch('/api/v1/accounts/update_credentials', {
    display_name: 'Bob of the northern hedges',
    note: 'I grow what the hedges let me, and write down what visits.',
    fields_attributes: fields,
  })
  await talker.patch('/api/v1/accounts/update_credentials', { note: 'word '.repeat(90) })
  const first = await alice.publish('A long first post. '.repeat(20))
  const second = await bob.publish(`@alice ${'what it says. '.repeat(20)}`, {
    in_reply_to_id: first.id,
  })
  const opened = await alice.publish('@bob the one that is opened', { in_reply_to_id: second.id })
  await bob.publish('@alice and after it', { in_reply_to_id: opened.id })
  await bob.publish('A post of my own')
  thread = { ancestors: [first.id, second.id], opened: opened.id }
}
