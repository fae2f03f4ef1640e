import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import { uploadPicture } from '../support/media-api.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { startTranslator } from '../support/translator.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { visitOf } from './every-look.ts'

const scripted = { skip: noBrowser }

let browser: TestBrowser
let server: TestServer
let origin: string
let ann: TestUser
let ben: TestUser
/** of ben, who is signed in */
let page: Page

const stories: [name: string, run: () => Promise<void>][] = []
/** They share one server and one window, as both take seconds to start. */
const story = (name: string, run: () => Promise<void>) => stories.push([name, run])

test('statuses in the client', scripted, async (context) => {
  await using words = await startTranslator()
  const translation = { backend: 'libretranslate' as const, url: words.url, key: 'secret' }
  const started = await startWebServer({ translation })
  await using _server = started.server
  await buildPages()
  await using window = await startBrowser()
  ;({ server, origin } = started)
  browser = window
  ann = await server.signUp('ann')
  ben = await server.signUp('ben')
  page = await (await browser.open()).newPage()
  await enterClient('ben')(visitOf(page, origin), server)
  for (const [name, run] of stories) await context.test(name, run)
})

const open = (path: string) => pageAt(path)({ page })
const card = (id: string): Locator => page.locator(`article[data-status="${id}"]`)
const act = (id: string, key: string): Locator => card(id).locator(`[data-key="${key}"]`)

story('an action shows at once, and is taken back where the server refuses', async () => {
  const { id } = await ann.publish('hello')
  await open(`/@ann/${id}`)
  const shown = Promise.withResolvers<void>()
  await page.route('**/favourite', async (route) => {
    await shown.promise
    await route.fulfill({ status: 422, json: { error: 'Not this one' } })
  })

  await act(id, 'favourite').click()
  await becomes(() => act(id, 'favourite').getAttribute('aria-pressed'), 'true')
  shown.resolve()
  await page.getByText('Not this one').waitFor()
  await becomes(() => act(id, 'favourite').getAttribute('aria-pressed'), 'false')

  await page.unroute('**/favourite')
  await act(id, 'favourite').click()
  await page.getByRole('link', { name: '1 favourite' }).waitFor()
  await becomes(async () => (await ben.get(`/api/v1/statuses/${id}`)).json().favourited, true)
})

story(
  'the sign over a picture goes below the head of the page, and takes no press there',
  async () => {
    const { id: picture } = await uploadPicture(ann, { description: 'A small blue square' })
    const { id } = await ann.publish('look', { media_ids: [picture] })
    const reply = `@ann below: ${'words '.repeat(60)}`
    for (let at = 0; at < 8; at++) await ben.publish(`${reply}${at}`, { in_reply_to_id: id })
    await open(`/@ann/${id}`)
    await card(id).locator('.alt-button').waitFor()

    await becomes(() => page.evaluate(UNDER_HEAD), true)
  },
)

/** Scrolls the sign under the head, and says whether the head is what is pressed there. */
const UNDER_HEAD = `(() => {
  const sign = document.querySelector('.alt-button')
  scrollBy(0, sign.getBoundingClientRect().top - 16)
  const at = sign.getBoundingClientRect()
  return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)?.closest('.page-title') != null
})()`

story('where the server does not answer, a bookmark is an error and says so', async () => {
  const { id } = await ann.publish('listen')
  await open(`/@ann/${id}`)
  await page.route('**/bookmark', (route) => route.abort())

  await act(id, 'bookmark').click()
  const alert = page.getByRole('alert').filter({ hasText: 'The server does not answer' })
  await alert.waitFor()

  await becomes(() => alert.innerText(), /It is not among your bookmarks\./)
  assert.doesNotMatch(await alert.innerText(), /typed/)
  assert.equal(await page.getByText('Added to your bookmarks').count(), 0)
  await page.unroute('**/bookmark')
  await act(id, 'bookmark').click()
  await page.getByText('Added to your bookmarks').waitFor({ state: 'attached' })
  await alert.getByRole('button', { name: 'Dismiss' }).click()
})

story('what is done in one tab shows in the other tabs of the account', async () => {
  const { id } = await ann.publish('seen twice')
  const other = await page.context().newPage()
  await open(`/@ann/${id}`)
  await other.goto(`${origin}/@ann/${id}`)
  const there = (key: string) => other.locator(`article[data-status="${id}"] [data-key="${key}"]`)
  await there('bookmark').waitFor()

  await act(id, 'bookmark').click()
  await other
    .locator(`article[data-status="${id}"] [data-key="bookmark"][aria-pressed="true"]`)
    .waitFor()
  await there('favourite').click()
  await page
    .locator(`article[data-status="${id}"] [data-key="favourite"][aria-pressed="true"]`)
    .waitFor()
  await open('/@ann')
  await other.goto(`${origin}/@ann`)
  const follow = { name: 'Follow @ann' }
  await page.getByRole('button', follow).first().waitFor()
  await other.getByRole('button', follow).first().click()
  await page
    .getByRole('button', { name: /^Following/ })
    .first()
    .waitFor()
  await other.close()
})

story('boosts and quotes share a menu, which keys lead through', async () => {
  const { id } = await ann.publish('pass it on')
  await open(`/@ann/${id}`)

  await act(id, 'boost').press('Enter')
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await page.keyboard.press('ArrowDown')
  await becomes(() => focusedText(), 'Quote')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '1 boost' }).waitFor()

  await becomes(() => act(id, 'boost').getAttribute('aria-pressed'), 'true')
  await act(id, 'boost').press('Enter')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await becomes(() => menu.count(), 0)
  await becomes(() => focusedKey(), 'boost')
})

const focusedText = () => page.evaluate<string>('document.activeElement.textContent.trim()')
const focusedKey = () => page.evaluate<string>('document.activeElement.dataset.key')

story('what is sensitive, warned of or filtered is covered until it is wanted', async () => {
  const picture = await uploadPicture(ann, { description: 'A quiet place' })
  const hidden = await ann.publish('behind the curtain', { spoiler_text: 'Careful' })
  const covered = await ann.publish('look', { sensitive: true, media_ids: [picture.id] })
  const filter = { title: 'Spoilers', context: ['thread'], filter_action: 'warn' }
  const keywords = [{ keyword: 'finale', whole_word: true }]
  await ben.post('/api/v2/filters', { ...filter, keywords_attributes: keywords })
  const filtered = await ann.publish('the finale was great')

  await open(`/@ann/${hidden.id}`)
  assert.equal(await page.getByText('behind the curtain').count(), 0)
  await act(hidden.id, 'expand').click()
  await page.getByText('behind the curtain').waitFor()

  await open(`/@ann/${covered.id}`)
  assert.equal(await page.getByRole('button', { name: 'A quiet place' }).count(), 0)
  await page.getByRole('button', { name: 'Sensitive content' }).click()
  await page.getByRole('button', { name: 'A quiet place' }).waitFor()

  await open(`/@ann/${filtered.id}`)
  await page.getByText('Filtered: Spoilers').waitFor()
  assert.equal(await page.getByText('the finale was great').count(), 0)
  await page.getByRole('button', { name: 'Show anyway' }).click()
  await page.getByText('the finale was great').waitFor()
})

story('a vote in a poll shows what came of it, and one’s own choice', async () => {
  const poll = { options: ['Tea', 'Coffee'], expires_in: 3600, multiple: true }
  const { id } = await ann.publish('What shall it be?', { poll })
  await open(`/@ann/${id}`)

  await page.getByLabel('Coffee').check()
  await page.getByRole('button', { name: 'Vote' }).click()
  const coffee = page.locator('.poll-result', { hasText: 'Coffee' })
  await coffee.getByText('100%').waitFor()

  await becomes(() => coffee.getByText('Your vote').count(), 1)
  await page.getByText('1 person').waitFor()
})

story('a quote shows the post, or says why it does not', async () => {
  const quoted = await ann.publish('worth quoting')
  const cat = await server.signUp('cat')
  const quoting = async () =>
    (await cat.publish('as she says', { quoted_status_id: quoted.id })).id as string
  const [shown, revoked] = [await quoting(), await quoting()]
  await ann.post(`/api/v1/statuses/${quoted.id}/quotes/${revoked}/revoke`)

  await open(`/@cat/${shown}`)
  await page.locator('.quote').getByText('worth quoting').waitFor()
  await open(`/@cat/${revoked}`)
  await page.getByText('The author of the quoted post has withdrawn it from here.').waitFor()

  await ben.post(`/api/v1/accounts/${ann.id}/mute`)
  await page.reload()
  await open(`/@cat/${shown}`)
  await page.getByText('The quoted post is by somebody whom you muted.').waitFor()
  await page.getByRole('button', { name: 'Show anyway' }).click()
  await page.locator('.quote').getByText('worth quoting').waitFor()
  await ben.post(`/api/v1/accounts/${ann.id}/unmute`)

  await ann.delete(`/api/v1/statuses/${quoted.id}`)
  await page.reload()
  await open(`/@cat/${shown}`)
  await page.getByText('The quoted post was deleted.').waitFor()
})

story('the viewer is worked by keys, and the way back closes it', async () => {
  const first = await uploadPicture(ann, { description: 'The first' })
  const second = await uploadPicture(ann, { description: 'The second' })
  const { id } = await ann.publish('two pictures', { media_ids: [first.id, second.id] })
  await open(`/@ann/${id}`)
  const viewer = page.getByRole('dialog', { name: 'Media' })

  await page.getByRole('button', { name: 'Open the picture: The first' }).press('Enter')
  await viewer.getByText('1 of 2').waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('2 of 2').waitFor()
  await viewer.getByRole('paragraph').getByText('The second').waitFor()
  await viewer.getByRole('group').focus()
  await page.keyboard.press('+')
  await page.locator('.viewer-image.zoomed').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })

  await becomes(() => focusedKey(), 'media')
  assert.equal(new URL(page.url()).pathname, `/@ann/${id}`)
  await page.getByRole('button', { name: 'Open the picture: The second' }).click()
  await viewer.waitFor()
  await page.goBack()
  await viewer.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, `/@ann/${id}`)
})

story('a thread stands at its status, and takes replies as they come', async () => {
  const long = 'a line of it\n'.repeat(30)
  const root = await ann.publish(long)
  const middle = await ann.publish(long, { in_reply_to_id: root.id })
  const focal = await ann.publish('here we are', { in_reply_to_id: middle.id })
  const reply = await ben.publish('@ann yes', { in_reply_to_id: focal.id, visibility: 'public' })
  await ann.publish('@ben good', { in_reply_to_id: reply.id, visibility: 'public' })

  await page.goto(`${origin}/@ann/${focal.id}`)
  await settled({ page })
  await card(root.id).waitFor()
  await until(async () => {
    const top = (await card(focal.id).boundingBox())?.y ?? -1
    return top >= 0 && top < 150
  }, 'the status stands at the top')
  await page.getByRole('list', { name: 'Replies' }).getByText('good').waitFor()

  await ann.publish('@ben one more', { in_reply_to_id: reply.id, visibility: 'public' })
  await page.getByRole('button', { name: '1 new reply' }).click()
  await page.getByText('one more').waitFor()
  await page.getByRole('list', { name: 'Replies to it' }).waitFor()

  await open('/@ann/1234')
  await page.getByRole('heading', { name: 'This post is not here' }).waitFor()
  await page.getByRole('link', { name: 'Go to the profile of @ann' }).waitFor()
})

story('a post in another language is translated, and shown as written again', async () => {
  const { id } = await ann.publish('guten morgen', { language: 'de' })
  await open(`/@ann/${id}`)

  await page.getByRole('button', { name: 'Translate from German' }).click()
  await card(id).getByText('GUTEN MORGEN').waitFor()
  await card(id).getByText('Translated from English by').waitFor()
  await page.getByRole('button', { name: 'Show the original' }).click()

  await card(id).getByText('guten morgen').waitFor()
})

story('one’s own post is deleted after a question, and others are filtered', async () => {
  const own = await ben.publish('not for long')
  const other = await ann.publish('too much of this')

  await open(`/@ann/${other.id}`)
  await act(other.id, 'more').click()
  await page.getByRole('menuitem', { name: 'Filter…' }).click()
  await page.getByLabel('A new filter').fill('Enough')
  await page.getByRole('button', { name: 'Make a filter and add it' }).click()
  await page.getByText('Filtered: Enough').waitFor()

  await open(`/@ben/${own.id}`)
  await act(own.id, 'more').click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL('**/home')
  await becomes(async () => (await ben.get(`/api/v1/statuses/${own.id}`)).statusCode, 404)
})

story('the edits of a post are marked word by word', async () => {
  const { id } = await ann.publish('one two three')
  server.clock.now += 60_000
  await ann.put(`/api/v1/statuses/${id}`, { status: 'one four three' })

  await open(`/@ann/${id}/history`)
  await page.locator('ins').getByText('four').waitFor()

  await becomes(() => page.locator('del').textContent(), 'two')
})

story('a visitor is led on to the own server, which is remembered', async () => {
  const { id, url } = await ann.publish('for everybody')
  const visitor = await (await browser.open()).newPage()
  let wanted = ''
  await visitor.route('https://social.example/**', (route) => {
    wanted = route.request().url()
    return route.fulfill({ body: 'there' })
  })
  const enter = async () => {
    await visitor.goto(`${origin}/keyboard`)
    await settled({ page: visitor })
    await pageAt(`/@ann/${id}`)({ page: visitor })
    await visitor.locator(`article[data-status="${id}"] [data-key=favourite]`).click()
  }

  await enter()
  const field = visitor.getByLabel('Your server, or your whole handle')
  await field.fill('@me@Social.example')
  await visitor.getByRole('button', { name: 'Go on' }).click()
  await visitor.waitForURL('https://social.example/**')
  await enter()

  assert.equal(new URL(wanted).pathname, '/authorize_interaction')
  assert.equal(new URL(wanted).searchParams.get('uri'), url)
  await becomes(() => field.inputValue(), 'social.example')
  await visitor.context().close()
})
