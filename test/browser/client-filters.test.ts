import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer } from './browser.ts'
import { enterClient, pageAt } from './client-pages.ts'
import { holdsAxe, visitOf } from './every-look.ts'
import { said } from './said.ts'

let server: TestServer
let ann: TestUser
let ben: TestUser
/** of ben, who is signed in */
let page: Page

const stories: [name: string, tell: () => Promise<void>][] = []
/** They share one server and one window, as both take seconds to start. */
const story = (name: string, tell: () => Promise<void>) => void stories.push([name, tell])

const at = (path: string) => pageAt(path)({ page })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
// biome-ignore lint/suspicious/noExplicitAny: entities are checked where that matters
const filters = async (): Promise<any[]> => (await ben.get('/api/v2/filters')).json()
const row = (title: string) => page.locator('.filter-row', { hasText: title })

story('S-680 filters are made, changed and deleted on pages of the client', async () => {
  await at('/filters')
  await page.getByText('You have no filters yet.').waitFor()
  await page.getByRole('link', { name: 'New filter' }).click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Sport')
  await page.getByLabel('Word or phrase 1', { exact: true }).fill('football')
  await press('Add a word')
  await page.locator('[aria-label="Word or phrase 2"]:focus').waitFor()
  await page.keyboard.type('cup')
  await page.getByLabel('Whole word 2').uncheck()
  await page.getByLabel('Public timelines').uncheck()
  await page.getByLabel('Hide').check()
  await page.getByLabel('When it ends').selectOption({ label: 'In a day' })
  await press('Make the filter')
  await row('Sport').getByText('football, cup').waitFor()
  await row('Sport')
    .getByText(/^Hide · Home and lists · until/)
    .waitFor()
  const [made] = await filters()
  assert.partialDeepStrictEqual(made, { title: 'Sport', context: ['home'], filter_action: 'hide' })
  const words = made.keywords.map((one: { keyword: string; whole_word: boolean }) => [
    one.keyword,
    one.whole_word,
  ])
  assert.deepEqual(words, [
    ['football', true],
    ['cup', false],
  ])

  await page.getByRole('link', { name: 'Sport', exact: true }).click()
  await press('Remove word or phrase 1')
  await page.getByLabel('Notifications').check()
  await press('Save the filter')
  await row('Sport').getByText('cup', { exact: true }).waitFor()
  const [saved] = await filters()
  assert.deepEqual(saved.context, ['home', 'notifications'])
  assert.equal(saved.expires_at, made.expires_at, 'the end stays as it was')

  await press('Delete “Sport”')
  await press('Delete the filter')
  await page.getByText('You have no filters yet.').waitFor()
  assert.deepEqual(await filters(), [])
})

story(
  'S-681 what is refused or missing is said in the form, which keeps what was typed',
  async () => {
    await at('/filters/new?word=%23moss')
    await becomes(() => page.getByRole('textbox', { name: /^Name/ }).inputValue(), '#moss')
    await becomes(() => page.getByLabel('Word or phrase 1', { exact: true }).inputValue(), '#moss')
    await page.getByLabel('Home and lists').uncheck()
    await page.getByLabel('Public timelines').uncheck()
    await press('Make the filter')
    await page.getByRole('alert').getByText('Choose at least one place').waitFor()
    await holdsAxe(page, 'filter-without-place')
    assert.deepEqual(await filters(), [])

    await page.getByLabel('Profiles').check()
    await page.route('**/api/v2/filters', (route) =>
      route.fulfill({ status: 422, json: { error: 'Validation failed: Filters are too many' } }),
    )
    await press('Make the filter')
    await page.getByRole('alert').getByText('Filters are too many').waitFor()
    await becomes(() => page.getByLabel('Word or phrase 1', { exact: true }).inputValue(), '#moss')
    await page.unroute('**/api/v2/filters')
  },
)

story(
  'S-682 the menu of a post filters it or a word of it, and a filter names its posts',
  async () => {
    const first = await ann.publish('about #moss and stones')
    const second = await ann.publish('nothing but #moss here')
    await at('/public/local')
    const card = (id: string) => page.locator(`article[data-status="${id}"]`)
    const openFilter = async (id: string) => {
      await card(id).locator('[data-key=more]').click()
      await page.getByRole('menuitem', { name: 'Filter…' }).click()
      await page.getByRole('dialog', { name: 'Filters' }).getByLabel('This post').waitFor()
    }
    await openFilter(first.id)
    await page.getByLabel('A new filter').fill('Enough')
    await press('Make a filter and add it')
    await card(first.id).getByText('Filtered: Enough').waitFor()

    await openFilter(second.id)
    await page.getByLabel('A word, phrase or hashtag').check()
    await becomes(() => page.getByLabel('Word or phrase').inputValue(), '#moss')
    await page.getByLabel('Word or phrase').fill(' ')
    await becomes(() => page.getByRole('button', { name: 'Add to Enough' }).isDisabled(), true)
    await page.getByLabel('Word or phrase').fill('#moss')
    await press('Add to Enough')
    await card(second.id).getByText('Filtered: Enough').waitFor()
    const [filter] = await filters()
    assert.partialDeepStrictEqual(filter.keywords, [{ keyword: '#moss', whole_word: true }])

    await at(`/filters/${filter.id}/edit`)
    await page.getByText('about #moss and stones').waitFor()
    await holdsAxe(page, 'filter-edit')
    await press('Take out')
    await said(page, 'The post is not filtered any more')
    await until(async () => (await filters())[0].statuses.length === 0)
  },
)

story('S-683 a filter of somebody else is not there', async () => {
  const made = await ann.post('/api/v2/filters', { title: 'hers', context: ['home'] })
  await at(`/filters/${made.json().id}/edit`)
  await page.getByRole('alert').waitFor()
  assert.equal(await page.getByText('hers').count(), 0)
})

test('filters in the client', { skip: noBrowser }, async (context) => {
  const started = await startWebServer()
  await using _ = started.server
  await buildPages()
  await using browser = await startBrowser()
  ;({ server } = started)
  ann = await server.signUp('ann')
  ben = await server.signUp('ben')
  page = await (await browser.open({ locale: 'en-GB' })).newPage()
  await enterClient('ben', '/filters')(visitOf(page, started.origin), server)
  for (const [name, tell] of stories) await context.test(name, tell)
})
