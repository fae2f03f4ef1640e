import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { jobs } from '../../src/features/trends/jobs.ts'
import { DAY, MINUTE } from '../../src/kernel/base/durations.ts'
import { setAccount } from '../support/account-state.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { seedShowcase } from '../support/showcase.ts'
import { becomes, noBrowser, startBrowser, startWebServer } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { type Act, walkLooks } from './every-look.ts'

const scripted = { skip: noBrowser }

let listId: string

test('pages of feeds are accessible in every look', scripted, async (context) => {
  await buildPages()
  await using browser = await startBrowser()
  const started = await startWebServer({ egressAllow: ['127.0.0.0/8'] })
  await using server = started.server
  await seedShowcase(server, 0.1)
  await seedExplore(server)
  await context.test('signed in', () => walkLooks(browser, started, enterClient('ada'), full()))
  await context.test('nothing yet', async () => {
    await server.signUp('fresh')
    await walkLooks(browser, started, enterClient('fresh'), {
      'home empty': shows('/home', 'Find people to follow'),
    })
    await walkLooks(browser, started, enterClient('one'), {
      'list empty': shows(`/lists/${listId}`, 'Gardeners', 'Put people on it'),
    })
  })
  await context.test('visitors', async () => {
    await walkLooks(browser, started, visit, open())
    await server.set('timelines.live.local', 'authenticated')
    const words = 'Only people with an account here can read this'
    await walkLooks(browser, started, visit, { 'visitor closed': shows('/public/local', words) })
  })
  await server.settle()
})

/** Things that stand out, long words among them. */
async function seedExplore(server: TestServer): Promise<void> {
  await using site = await startSite()
  // what trends is of one day, so it must not end meanwhile
  if (DAY - (server.clock.now % DAY) < 10 * MINUTE) server.clock.now += 10 * MINUTE
  await server.set('trends.review', false)
  const people: TestUser[] = []
  for (const username of ['one', 'two', 'somebody_with_many_letters_her']) {
    const user = await server.signUp(username)
    await user.patch('/api/v1/accounts/update_credentials', {
      discoverable: true,
      indexable: true,
      note: `Long: ${'w'.repeat(60)}`,
      display_name: 'm'.repeat(40),
    })
    await setAccount(server, user, { discoverable: true })
    people.push(user)
  }
  const tag = `#${'Hollyhock'.repeat(5)}`
  for (const user of people) await user.publish(`${tag} ${site.origin}/hollyhocks`)
  await server.set('featured_accounts', ['@one', '@somebody_with_many_letters_her'])
  const [one] = people
  const list = await one?.post('/api/v1/lists', { title: 'Gardeners' })
  listId = list?.json().id
  await server.settle()
  server.clock.now += 6 * MINUTE
  await jobs['trends.refresh']?.run(server.app, {}, 1)
}

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

const shows =
  (path: string, ...words: string[]): Act =>
  async (visit, _server) => {
    await pageAt(path)(visit)
    for (const word of words) await visit.page.getByText(word).first().waitFor()
  }

/** The page as it is where the server refuses. */
const failing =
  (path: string, call: string): Act =>
  async (visit, _server) => {
    const refuse = { status: 422, json: { error: 'The disk is full' } }
    await visit.page.route(call, (route) => route.fulfill(refuse))
    await pageAt(path)(visit)
    await visit.page.getByText('The disk is full').first().waitFor()
    await visit.page.unroute(call)
  }

const full = (): Record<string, Act> => ({
  home: shows('/home', 'nest on the water tower'),
  'home options': async (visit) => {
    await visit.page.getByRole('button', { name: 'View' }).click()
    await visit.page.getByLabel('Show boosts').waitFor()
  },
  'public local': shows('/public/local', 'nest on the water tower'),
  'public remote empty': shows('/public/remote', 'Nothing has been said here yet'),
  tag: shows('/tags/birds', 'this week'),
  'tag options': async (visit) => {
    await visit.page.getByRole('button', { name: 'View' }).click()
    await visit.page.getByLabel('With none of these').waitFor()
  },
  'tag unused': shows('/tags/nobodyeverusedthis', 'Nobody has used'),
  deck: shows('/deck', 'nest on the water tower'),
  'deck menu': async ({ page }) => {
    await page.getByRole('button', { name: 'Change the column Home' }).click()
    await page.getByRole('menu').waitFor()
  },
  'deck adding': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a column' }).click()
    await page.getByRole('dialog').getByText('Posts of one account').waitFor()
  },
  'deck with a post': async (visit) => {
    await visit.page.keyboard.press('Escape')
    await visit.page.locator('.column article').first().locator('[data-key=open]').click()
    await visit.page.locator('.column .focal').waitFor()
    await settled(visit)
  },
  'deck failing': async (visit) => {
    const refuse = { status: 422, json: { error: 'The disk is full' } }
    await visit.page.route('**/api/v1/timelines/public*', (route) => route.fulfill(refuse))
    await visit.to('/deck')
    await visit.page.getByText('The disk is full').first().waitFor()
    await visit.page.unroute('**/api/v1/timelines/public*')
  },
  explore: shows('/explore', 'Explore'),
  'explore tags': shows('/explore/tags', '3 people in the last two days'),
  'explore news': shows('/explore/links', 'Hollyhocks of the south wall'),
  'link timeline': async (visit, server) => {
    await visit.page.getByText('3 people speak about it').click()
    await settled(visit)
    await becomes(() => visit.page.locator('.feed article').count(), 3)
    assert.ok(server)
  },
  'link unknown': shows('/links/timeline?url=https://nowhere.example', 'not among them'),
  suggestions: shows('/explore/suggestions', 'Recommended by this server'),
  directory: shows('/directory', 'Who is here and wants to be found'),
  'directory new': shows('/directory?order=new', 'somebody_with_many_letters_her'),
  'bookmarks empty': shows('/bookmarks', 'You have no bookmarks yet'),
  'favourites empty': shows('/favourites', 'No favourites yet'),
  'list gone': shows(`/lists/${listId}`, 'This list is gone'),
  search: shows('/search', 'Paste a handle'),
  'search typed': async ({ page }) => {
    await page.getByRole('combobox').fill('kenji')
    await page.getByRole('option', { name: '@kenji' }).waitFor()
  },
  'search help': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'All of them' }).click()
    await page.getByText('in:library').waitFor()
  },
  'search everything': async (visit, server) => {
    await visit.page.keyboard.press('Escape')
    await shows('/search?q=one', '@one')(visit, server)
  },
  'search people': shows('/search?q=somebody_with&type=accounts', '@somebody_with'),
  'search posts': shows('/search?q=has:link&type=statuses', 'hollyhocks'),
  'search nothing': shows('/search?q=xyzzy', 'Nothing was found'),
  'home failing': failing('/public', '**/api/v1/timelines/public*'),
  'explore failing': failing('/explore/tags?again', '**/api/v1/trends/tags*'),
  'search failing': failing('/search?q=full', '**/api/v2/search*'),
})

const visit: Act = async (visit) => {
  await visit.to('/public/local')
  await settled(visit)
}

const open = (): Record<string, Act> => ({
  'visitor public': shows('/public/local', 'nest on the water tower'),
  'visitor explore': shows('/explore/tags', '3 people in the last two days'),
  'visitor people': shows('/explore/suggestions', 'Explore'),
  'visitor tag': shows('/tags/birds', '#birds', 'Other servers'),
  'visitor search': shows('/search?q=one', 'With an account you can search posts'),
  'visitor search posts': shows('/search?q=one&type=statuses', 'With an account'),
})
