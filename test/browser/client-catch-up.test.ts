import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import { seedShowcase } from '../support/showcase.ts'
import { becomes, noBrowser, startBrowser, startWebServer } from './browser.ts'
import { enterClient, pageAt } from './client-pages.ts'
import { walkLooks } from './every-look.ts'

const scripted = { skip: noBrowser }
const MINUTE = 60_000

const kind = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const peeks = (page: Page) => page.locator('.peek')
const firstWords = (page: Page) => page.locator('.peek-words').first().innerText()

/** A page on the web that posts link to. */
async function startSite(): Promise<AsyncDisposable & { origin: string }> {
  const page =
    '<!doctype html><html lang="en"><head><title>Hollyhocks of the south wall</title></head></html>'
  const http = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as { port: number }
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

test('catching up in the client', scripted, async () => {
  await buildPages()
  await using browser = await startBrowser()
  const started = await startWebServer({ egressAllow: ['127.0.0.0/8'] })
  await using server = started.server
  const { ada } = await seedShowcase(server, 0.1)
  await using site = await startSite()
  const [quiet, wordy] = [await server.signUp('quiet'), await server.signUp('wordy')]
  await ada.follow(wordy)
  const now = server.clock.now
  server.clock.now = now - 50 * MINUTE
  await wordy.publish(`Short, but see ${site.origin}/hollyhocks`)
  server.clock.now = now - 40 * MINUTE
  const long = await wordy.publish(`Much to say: ${'and so on '.repeat(40)}`)
  await quiet.post(`/api/v1/statuses/${long.id}/favourite`)
  server.clock.now = now - 30 * MINUTE
  await wordy.publish('A secret about marmalade')
  server.clock.now = now - 20 * MINUTE
  const later = await wordy.publish('Something about spoilers')
  server.clock.now = now
  const filter = (title: string, keyword: string, filter_action: string) =>
    ada.post('/api/v2/filters', {
      title,
      context: ['home'],
      filter_action,
      keywords_attributes: [{ keyword, whole_word: false }],
    })
  assert.equal((await filter('No jam', 'marmalade', 'hide')).statusCode, 200)
  assert.equal((await filter('Later', 'spoilers', 'warn')).statusCode, 200)
  await server.settle()

  await walkLooks(browser, started, enterClient('ada'), {
    'catch-up start': async (visit) => {
      await pageAt('/catch-up')(visit)
      await visit.page.getByText('How far back?').waitFor()
    },
    'catch-up failing': async ({ page }) => {
      const refuse = { status: 422, json: { error: 'The disk is full' } }
      await page.route('**/api/v1/timelines/home?limit=40*', (route) => route.fulfill(refuse))
      await page.getByRole('button', { name: 'Catch up', exact: true }).click()
      await page.getByText('The disk is full').waitFor()
      await page.unroute('**/api/v1/timelines/home?limit=40*')
    },
    'catch-up whole': async ({ page }) => {
      await page.getByRole('radio', { name: '3 days' }).check()
      await page.getByRole('button', { name: 'Catch up', exact: true }).click()
      await peeks(page).first().waitFor()
      assert.equal(await page.getByText('marmalade').count(), 0, 'hidden by a filter')
      await page.getByLabel('Order').selectOption('newest')
      await page.getByText('Hidden by your filter “Later”').waitFor()
      await page.getByText('1 link was shared').click()
      await page.getByRole('link', { name: 'Hollyhocks of the south wall' }).waitFor()
    },
    'catch-up sorted': async ({ page }) => {
      await page.getByLabel('Order').selectOption('length')
      await until(async () => (await firstWords(page)).startsWith('Much to say'))
      await page.getByLabel('Order').selectOption('favourites')
      await until(async () => !(await firstWords(page)).startsWith('Much to say'))
    },
    'catch-up person': async ({ page }) => {
      await page.getByRole('button', { name: /^wordy: 3 posts/ }).click()
      await until(async () => (await peeks(page).count()) === 3)
      await page.keyboard.press('j')
      await until(async () => page.evaluate('document.activeElement.className === "peek"'))
      await page.keyboard.press('[')
      await until(async () => (await peeks(page).count()) !== 3)
      await page.keyboard.press(']')
      await until(async () => (await peeks(page).count()) === 3)
      await page.getByRole('button', { name: /^wordy: 3 posts/ }).click()
    },
    'catch-up grouped': async ({ page }) => {
      await page.getByLabel('By person').check()
      await page.locator('.catch-up-head', { hasText: 'wordy · 3' }).waitFor()
      await kind(page, /^Replies/).check()
      await until(async () => (await page.getByText('Much to say').count()) === 0)
      await kind(page, /^Everything/).check()
    },
    'catch-up whole posts': async ({ page }) => {
      await page.getByLabel('Whole posts').check()
      await page.locator('.catch-up-list article.status').first().waitFor()
      await becomes(() => peeks(page).count(), 0)
      await page.getByLabel('Whole posts').uncheck()
    },
    'catch-up after a deletion': async ({ page }) => {
      const spoiler = page.getByText('Hidden by your filter “Later”')
      await spoiler.waitFor()
      assert.equal((await wordy.delete(`/api/v1/statuses/${later.id}`)).statusCode, 200)
      await server.settle()
      await spoiler.waitFor({ state: 'detached' })
    },
    'catch-up again': async ({ page }) => {
      await page.getByLabel('By person').uncheck()
      await page.getByLabel('Order').selectOption('length')
      await page.locator('.peek-words', { hasText: 'Much to say' }).click()
      await page.waitForURL(/\/@wordy\/\d+$/)
      await page.goBack()
      await peeks(page).first().waitFor()
      await page.getByRole('button', { name: 'Start again' }).click()
      await page.getByText('How far back?').waitFor()
    },
  })
  await walkLooks(browser, started, enterClient('quiet'), {
    'catch-up empty': async (visit) => {
      await pageAt('/catch-up')(visit)
      await visit.page.getByRole('button', { name: 'Catch up', exact: true }).click()
      await visit.page.getByText('Nothing came in this time.').waitFor()
    },
  })
  await server.settle()
})
