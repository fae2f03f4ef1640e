import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer } from './browser.ts'
import { enterClient, pageAt, settingsSent, settled } from './client-pages.ts'
import { type Act, visitOf, walkLooks } from './every-look.ts'

const scripted = { skip: noBrowser }
const YEAR = new Date().getUTCFullYear() + 1
const BASE = '/api/v1/annual_reports'

function goTo(server: TestServer, month: number, day = 2): void {
  server.clock.now = Date.UTC(YEAR, month - 1, day, 12)
}

/** A year with a spring, an autumn and a post that was boosted. */
async function live(server: TestServer, reader: TestUser, other: TestUser): Promise<void> {
  goTo(server, 3)
  const best = await reader.publish('The first swallow #Birds')
  await other.post(`/api/v1/statuses/${best.id}/reblog`)
  for (let n = 0; n < 4; n += 1) await reader.publish(`Swallow number ${n} #birds #spring`)
  goTo(server, 5)
  await other.follow(reader)
  goTo(server, 10)
  await reader.publish(`They left #${'Hollyhock'.repeat(6)}`)
  await reader.publish(`And we stay #${'Hollyhock'.repeat(6)}`)
  goTo(server, 12, 12)
}

test('the year in review in the client', scripted, async () => {
  await buildPages()
  await using browser = await startBrowser()
  const started = await startWebServer()
  await using server = started.server
  const reader = await server.signUp('reader')
  const other = await server.signUp('other')
  const quiet = await server.signUp('quiet')
  await live(server, reader, other)
  const state = async () => (await reader.get(`${BASE}/${YEAR}/state`)).json().state

  await walkLooks(browser, started, enterClient(quiet.username), {
    'year of nobody': shows(`/annual_reports/${YEAR}`, 'There is no report of this year'),
  })

  await walkLooks(browser, started, enterClient('reader'), {
    'year hint': async ({ page }) => {
      await page.getByText(`${YEAR} is nearly over`).waitFor()
    },
    'year offered': async ({ page }) => {
      await page.getByRole('link', { name: 'Look at your year' }).click()
      await page.getByRole('button', { name: 'Make my report' }).waitFor()
    },
    'year report': async ({ page }) => {
      await page.getByRole('button', { name: 'Make my report' }).click()
      await until(async () => (await state()) !== 'eligible')
      await server.settle()
      await page.getByRole('heading', { name: 'The listener' }).waitFor()
      await page.getByRole('img', { name: 'Posts by month, the most in March: 5' }).waitFor()
      await page.getByText('The first swallow').waitFor()
      await becomes(() => page.locator('.year-figures').innerText(), /posts?\s+7|7\s+posts?/)
      await page.getByText('As a table').click()
      await page.getByRole('row', { name: 'May 0 1' }).waitFor()
      await page.getByText('5 times').waitFor()
      await until(async () => (await reader.get(BASE)).json().annual_reports.length === 0)
    },
    'year shared': async ({ page }) => {
      await page.getByRole('button', { name: 'Share it as a post' }).click()
      const field = () => page.getByRole('dialog').getByRole('textbox').first().inputValue()
      // the composer takes the place of the field that is there while it is loaded
      await until(async () => (await field()) !== '')
      const text = await field()
      assert.match(text, new RegExp(`My ${YEAR} on .*: The listener`))
      assert.match(text, /7 posts · 1 new follower/)
      assert.match(text, /#Birds/)
      assert.match(text, /\/@reader\/\d+$/)
    },
  })

  await using again = await openHome(browser, started.origin, server)
  const { page } = again
  await page.getByRole('link', { name: 'Notifications' }).first().click()
  await page.getByRole('link', { name: 'Look at your year' }).click()
  await page.getByRole('heading', { name: 'The listener' }).waitFor()

  await server.signUp('later').then((later) => later.publish('Something'))
  await using late = await openHome(browser, started.origin, server, 'later')
  await late.page.getByRole('button', { name: 'Do not show this again' }).click()
  await late.page.locator('.year-hint').waitFor({ state: 'detached' })
  await settingsSent(late.page)
  await late.page.reload()
  await settled(late)
  assert.equal(await late.page.locator('.year-hint').count(), 0)
  await server.settle()
})

async function openHome(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  origin: string,
  server: TestServer,
  username = 'reader',
) {
  const context = await browser.open({ viewport: { width: 1000, height: 800 } })
  const page = await context.newPage()
  await enterClient(username)(visitOf(page, origin), server)
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

const shows =
  (path: string, words: string): Act =>
  async (visit, _server) => {
    await pageAt(path)(visit)
    await visit.page.getByText(words).first().waitFor()
  }
