import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import {
  createAnnouncement,
  deleteAnnouncement,
  type NewAnnouncement,
} from '../../src/features/announcements/announcements.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { seedShowcase } from '../support/showcase.ts'
import {
  becomes,
  listening,
  noBrowser,
  startBrowser,
  startWebServer,
  type TestBrowser,
} from './browser.ts'
import { enterClient, pageAt } from './client-pages.ts'
import { visitOf, walkLooks } from './every-look.ts'

const scripted = { skip: noBrowser }
const PATH = '/api/v1/announcements'

let browser: TestBrowser
let server: TestServer
let origin: string

async function publish(more: Partial<NewAnnouncement> & { text: string }): Promise<string> {
  const plain = { startsAt: null, endsAt: null, allDay: false, publishAt: null }
  const id = await server.app.transact((tx) => createAnnouncement(tx, { ...plain, ...more }))
  await server.settle()
  server.clock.now += 1000
  return id
}

/** Somebody's browser at a page. */
async function arrive(user: TestUser, path = '/home', options: BrowserContextOptions = {}) {
  const context = await browser.open({ viewport: { width: 1000, height: 800 }, ...options })
  const page = await context.newPage()
  const listens = listening(page)
  await enterClient(user.username, path)(visitOf(page, origin), server)
  return { page, listens, [Symbol.asyncDispose]: () => context.close() }
}

const line = (page: Page) => page.locator('.announcement-line')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const unreadOf = async (user: TestUser) => (await user.get(PATH)).json().length

test('announcements in the client', scripted, async (context) => {
  await buildPages()
  await using opened = await startBrowser()
  browser = opened
  ;({ server, origin } = await startWebServer())
  await using _ = server
  await seedShowcase(server, 0.1)
  const carol = await server.signUp('carol')
  const dora = await server.signUp('dora')
  let third = ''

  await context.test('home has no card while there is nothing to read', async () => {
    await using stage = await arrive(carol)
    assert.equal(await line(stage.page).count(), 0)
    await stage.page.goto(`${origin}/announcements`)
    await stage.page.getByText('Nothing is announced at the moment.').waitFor()
  })

  await context.test(
    'the unread stand at the top of home, folded, and can be leafed through',
    async () => {
      const post = await dora.publish('The new rules in full')
      await publish({ text: `The server moves on Saturday :rook:\n\n@dora writes ${post.url}` })
      const [startsAt, endsAt] = [Date.UTC(2031, 2, 7), Date.UTC(2031, 2, 9)]
      await publish({ text: 'A weekend of counting #birds', startsAt, endsAt, allDay: true })
      await using stage = await arrive(carol)
      const { page } = stage

      await becomes(() => line(page).innerText(), /2 new announcements\s+A weekend of counting/)
      await becomes(() => line(page).getAttribute('aria-expanded'), 'false')
      await line(page).focus()
      await page.keyboard.press('Enter')
      const shown = page.locator('.announcement-open article')
      await becomes(() => shown.innerText(), /Mar 7\s*–\s*9, 2031/)
      await page.getByText('1 of 2').waitFor()
      await button(page, 'Older announcement').click()
      await page.getByText('2 of 2').waitFor()
      await shown.locator('img.emoji[alt=":rook:"]').waitFor()
      await shown.getByRole('link', { name: '@dora', exact: true }).waitFor()
      assert.equal(
        await shown.locator(`a[href="${post.url}"]`).getAttribute('target'),
        null,
        'a post of this server is read here',
      )
    },
  )

  await context.test('what was read is so on every device, and the card goes', async () => {
    await using first = await arrive(carol)
    await using second = await arrive(carol)
    await line(first.page).click()
    await button(first.page, 'Got it').click()
    await first.page.getByText('1 new announcement', { exact: true }).waitFor()
    await until(async () => (await unreadOf(carol)) === 1)
    await second.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await second.page.getByText('1 new announcement', { exact: true }).waitFor()

    await button(first.page, 'Got it').click()
    await line(first.page).waitFor({ state: 'detached' })
    await first.page.locator('h1:focus').waitFor()
    await until(async () => (await unreadOf(carol)) === 0)
    await first.page.goto(`${origin}/announcements`)
    await first.page.getByText('A weekend of counting').first().waitFor()
    await becomes(() => first.page.locator('.announcement').count(), 2)
    await becomes(() => first.page.locator('.announcement-new').count(), 0)
  })

  await context.test(
    'a new one appears by itself, is read out, and goes when it is deleted',
    async () => {
      await using stage = await arrive(carol)
      const { page } = stage
      await stage.listens()
      third = await publish({ text: 'The library is open' })
      await page.getByText('1 new announcement', { exact: true }).waitFor()
      await page.getByRole('status').getByText('New announcement: The library is open').waitFor()

      const gone = await publish({ text: 'A mistake' })
      await page.getByText('2 new announcements').waitFor()
      await server.app.transact((tx) => deleteAnnouncement(tx, gone))
      await server.settle()
      await page.getByText('1 new announcement', { exact: true }).waitFor()
      await becomes(() => line(page).innerText(), /The library is open/)
    },
  )

  await context.test('reactions are counted live, and added by the emoji picker', async () => {
    await using stage = await arrive(carol)
    const { page } = stage
    await line(page).click()
    await stage.listens()
    await dora.put(`${PATH}/${third}/reactions/${encodeURIComponent('🎉')}`)
    const party = page.getByRole('button', { name: /^🎉: / })
    await page.getByRole('button', { name: '🎉: 1 reaction' }).waitFor()
    await becomes(() => party.getAttribute('aria-pressed'), 'false')
    await party.click()
    await page.getByRole('button', { name: '🎉: 2 reactions' }).waitFor()
    const reactionsOf = async () => (await carol.get(PATH)).json()[0].reactions
    await until(async () => (await reactionsOf())[0]?.me === true)
    await party.click()
    await until(async () => (await reactionsOf())[0]?.me === false)
    await page.getByRole('button', { name: '🎉: 1 reaction' }).waitFor()

    await button(page, 'React with an emoji').click()
    await page.getByRole('searchbox', { name: 'Search for an emoji' }).fill('rook')
    await page
      .locator('.emoji-choice[aria-label="rook"], .emoji-choice[title*="rook"]')
      .first()
      .click()
    await page.getByRole('button', { name: 'rook: 1 reaction' }).waitFor()
    await until(async () => (await reactionsOf()).length === 2)
    assert.equal((await reactionsOf())[1].name, 'rook')
    await dora.delete(`${PATH}/${third}/reactions/${encodeURIComponent('🎉')}`)
    await party.waitFor({ state: 'detached' })
  })

  await context.test('what the server refuses is taken back and said', async () => {
    await using stage = await arrive(carol, '/announcements')
    const { page } = stage
    const refuse = { status: 422, json: { error: 'The disk is full' } }
    await page.route('**/dismiss', (route) => route.fulfill(refuse))
    await button(page, 'Mark as read').click()
    await page.getByText('The disk is full').first().waitFor()
    await page.locator('.announcement-new').waitFor()
  })

  await context.test('what cannot be read is said, and read again', async () => {
    await using stage = await arrive(carol, '/home')
    const { page } = stage
    const refuse = { status: 422, json: { error: 'The disk is full' } }
    await page.route('**/api/v1/announcements*', (route) => route.fulfill(refuse))
    await page.goto(`${origin}/announcements`)
    await page.getByText('The disk is full').first().waitFor()
    await page.unroute('**/api/v1/announcements*')
    await button(page, 'Try again').click()
    await page.getByText('The library is open').first().waitFor()
  })

  await context.test('they are accessible in every look', async () => {
    const long = `${'Longword'.repeat(14)} ${'and many words '.repeat(40)}`
    await publish({ text: long, startsAt: server.clock.now, endsAt: server.clock.now + DAY })
    await walkLooks(browser, { server, origin }, enterClient('ada'), {
      'home folded': pageAt('/home'),
      'home open': async ({ page }) => {
        await line(page).click()
        await page.getByText('1 of 4').waitFor()
      },
      'announcements page': async (visit) => {
        await pageAt('/announcements')(visit)
        await visit.page.getByText('Longword').first().waitFor()
      },
    })
  })
  await server.settle()
})
