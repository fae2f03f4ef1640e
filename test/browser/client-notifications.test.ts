import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, settled } from './client-pages.ts'
import { visitOf } from './every-look.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }

let browser: TestBrowser
let server: TestServer
let origin: string
let people: Record<'bob' | 'carol' | 'dave', TestUser>

/** Somebody new, and their browser at a page. */
async function arrive(username: string, path: string, prepare?: (user: TestUser) => Promise<void>) {
  const user = await server.signUp(username)
  await prepare?.(user)
  await server.settle()
  const context = await browser.open()
  const page = await context.newPage()
  await enterClient(username, path)(visitOf(page, origin), server)
  return { user, page, [Symbol.asyncDispose]: () => context.close() }
}

const rows = (page: Page) => page.locator('.notification')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const words = async (page: Page, type: string) => {
  const text = await page.locator(`.notification-head[data-type="${type}"] p`).first().innerText()
  return text.replace(/\s+/g, ' ').replace(/ (just now|\d+ .* ago)$/, '')
}

const zone = (page: Page) =>
  page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone')

interface Measured {
  getBoundingClientRect(): { height: number }
}

// within a group, as the server has to go before the databases of all tests do
describe('notifications in the client', scripted, () => {
  before(async () => {
    await buildPages()
    browser = await startBrowser()
    ;({ server, origin } = await startWebServer())
    const [bob, carol, dave] = [
      await server.signUp('bob'),
      await server.signUp('carol'),
      await server.signUp('dave'),
    ]
    people = { bob, carol, dave }
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  test('several who do the same are one notification, which names and lists them', async () => {
    const { bob, carol, dave } = people
    await using stage = await arrive('groups', '/notifications', async (user) => {
      const { id } = await user.publish('What a day')
      for (const one of [bob, carol, dave]) await one.post(`/api/v1/statuses/${id}/favourite`)
      await bob.post(`/api/v1/statuses/${id}/reblog`)
      await carol.follow(user)
      await dave.publish('@groups good to see you')
    })
    const { page } = stage

    await page.locator('.notification.unread').first().waitFor()
    await becomes(
      () => words(page, 'reactions'),
      'New: bob and 2 others boosted and liked your post',
    )
    await becomes(() => words(page, 'follow'), 'New: carol now follows you')
    await becomes(() => words(page, 'mention'), 'New: Mention')
    const reactions = page.locator('.notification.reacted')
    const deeds = () =>
      reactions.locator('.face').evaluateAll((faces) => faces.map((face) => face.ariaLabel))
    await becomes(deeds, [
      'bob boosted and liked your post',
      'dave likes your post',
      'carol likes your post',
    ])
    await becomes(() => page.getByText('What a day').count(), 1, 'S-689 the post is named once')
    await button(page, '2 others').click()
    await page.getByRole('list', { name: 'Everybody' }).getByText('@bob').waitFor()

    await page.getByRole('link', { name: 'Boosts', exact: true }).click()
    await settled({ page })
    await becomes(() => rows(page).count(), 1)
    await page.getByRole('link', { name: 'Polls', exact: true }).click()
    await page.getByText('Polls that you made or voted in').waitFor()
    await page.goto(`${origin}/notifications`)
    await page.getByText('Polls that you made or voted in').waitFor()
  })

  test('days are headings, and one line says who did the same, however long the name', async () => {
    const { bob, carol } = people
    const long = await server.signUp('long')
    const { now } = server.clock
    await using stage = await arrive('daily', '/notifications', async (user) => {
      await long.patch('/api/v1/accounts/update_credentials', {
        display_name: 'Bartholomew of Featherstonehaugh',
      })
      for (const [days, name] of [
        [2, 'the oldest'],
        [1, 'the middle'],
        [0, 'the newest'],
      ] as const) {
        server.clock.now = now - days * 86_400_000
        const { id } = await user.publish(name)
        for (const one of [bob, carol, long]) await one.post(`/api/v1/statuses/${id}/favourite`)
      }
    })
    const { page } = stage
    // the day of the reader does not end between the posts and the look at them
    await page.clock.setFixedTime(now)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await settled({ page })

    const headings = await page.locator('.feed').getByRole('heading', { level: 2 }).allInnerTexts()
    const day = new Date(now - 2 * 86_400_000)
    const weekday = day.toLocaleDateString('en', { weekday: 'long', timeZone: await zone(page) })
    assert.deepEqual(headings.slice(0, 2), ['Today', 'Yesterday'])
    assert.match(headings[2] ?? '', new RegExp(`^${weekday}, `))
    assert.equal(headings.length, 3)
    const sentence = page.locator('.notification-sentence').first()
    const lines = await sentence.evaluate((element) => {
      const { height } = (element as unknown as Measured).getBoundingClientRect()
      return Math.round(height / 22)
    })
    assert.equal(lines, 1)
    await sentence.getByRole('button', { name: '2 others' }).click({ trial: true })
  })

  test('what arrives on another day stands under a heading of its own', async () => {
    const { bob, carol } = people
    const { now } = server.clock
    await using stage = await arrive('tomorrow', '/notifications', async (user) => {
      server.clock.now = now - 86_400_000
      await bob.follow(user)
      server.clock.now = now
    })
    const { page, user } = stage
    await page.clock.setFixedTime(now)
    await page.reload()
    await settled({ page })
    const headings = () => page.locator('.feed').getByRole('heading', { level: 2 }).allInnerTexts()
    assert.deepEqual(await headings(), ['Yesterday'])

    await carol.publish('@tomorrow good morning')
    await button(page, '1 new notification').click()
    await page.getByText('good morning').waitFor()

    assert.deepEqual(await headings(), ['Today', 'Yesterday'])
    await rows(page).first().getByRole('button', { name: 'Remove this notification' }).click()
    await page.getByText('good morning').waitFor({ state: 'detached' })
    assert.deepEqual(await headings(), ['Yesterday'])
    await becomes(async () => (await user.get('/api/v1/notifications')).json().length, 1)
  })

  test('what is new stays marked as such while it is looked at', async () => {
    const { dave } = people
    await using stage = await arrive('marked', '/home')
    const { page, user } = stage
    await dave.follow(user)
    await server.settle()
    const told = page.waitForRequest((request) => {
      return request.method() === 'POST' && request.url().endsWith('/api/v1/markers')
    })
    // a second answer would come after the server was told how far everything was seen
    let asked = 0
    await page.route(/\/api\/v1\/markers\?.*notifications/, async (route) => {
      asked += 1
      if (asked > 1) await (await told).response()
      await route.continue()
    })
    await page.goto(`${origin}/notifications`)
    await (await told).response()
    await page.waitForLoadState('networkidle')
    await becomes(() => words(page, 'follow'), 'New: dave now follows you')
  })

  test('what arrives joins its group behind the button, and counts as unread', async () => {
    const { bob, carol, dave } = people
    let id = ''
    await using stage = await arrive('live', '/notifications', async (user) => {
      ;({ id } = await user.publish('Tell me'))
      await bob.post(`/api/v1/statuses/${id}/favourite`)
      await dave.follow(user)
    })
    const { page } = stage
    await becomes(() => rows(page).count(), 2)
    await becomes(
      () => rows(page).first().locator('.notification-head').getAttribute('data-type'),
      'follow',
    )
    await until(async () => !(await page.title()).startsWith('('))

    await carol.post(`/api/v1/statuses/${id}/favourite`)
    await button(page, '1 new notification').waitFor()
    await until(async () => (await page.title()).startsWith('(1) '))
    await becomes(() => rows(page).count(), 2)
    await button(page, '1 new notification').click()
    await page.getByText('like your post').waitFor()

    await becomes(() => rows(page).count(), 2)
    await becomes(() => words(page, 'favourite'), 'New: carol and bob like your post')
    await becomes(
      () => rows(page).first().locator('.notification-head').getAttribute('data-type'),
      'favourite',
    )
    await until(async () => !(await page.title()).startsWith('('))

    await rows(page).first().getByRole('button', { name: 'Remove this notification' }).click()
    await page.getByText('like your post').waitFor({ state: 'detached' })
    await button(page, 'Clear all notifications').click()
    await button(page, 'Clear all').click()
    await page.getByText('Nothing yet.').waitFor()
  })

  test('who asks to follow is answered where that is read', async () => {
    const { bob, carol, dave } = people
    await using stage = await arrive('locked', '/notifications', async (user) => {
      await user.patch('/api/v1/accounts/update_credentials', { locked: true })
      for (const one of [bob, carol, dave]) await one.follow(user)
    })
    const { page, user } = stage

    await button(page, 'Accept dave').click()
    await page.getByText('Accepted: dave follows you now.').waitFor()
    await page.getByRole('link', { name: '2 people ask to follow you' }).click()
    await button(page, 'Reject carol').click()
    await page.getByText('Rejected. carol is not told.').waitFor()
    await button(page, 'Accept bob').click()
    await page.getByText('Accepted: bob follows you now.').waitFor()

    const followers = async () =>
      (await user.get(`/api/v1/accounts/${user.id}/followers`))
        .json()
        .map((one: { username: string }) => one.username)
        .sort()
    await becomes(followers, ['bob', 'dave'])
  })

  test('what is kept back is looked at, accepted or put away', async () => {
    const { bob, carol, dave } = people
    await using stage = await arrive('careful', '/notifications/settings')
    const { page, user } = stage
    await page.getByLabel('People you do not follow').selectOption('filter')
    const policy = async () => (await user.get('/api/v2/notifications/policy')).json()
    await until(async () => (await policy()).for_not_following === 'filter')
    for (const one of [bob, carol, dave]) await one.publish('@careful hello there')
    await server.settle()

    await page.goto(`${origin}/notifications`)
    await page.getByRole('link', { name: 'What 3 people sent is kept back' }).click()
    await page.getByRole('link', { name: '1 notification' }).first().click()
    await page.getByText('hello there').waitFor()
    await button(page, 'Accept dave').click()
    await page.waitForURL(`${origin}/notifications/requests`)
    await button(page, 'Choose all').click()
    await button(page, 'Put away 2').click()
    await button(page, 'Put away').click()
    await page.getByText('Nothing is kept back.').waitFor()
    await server.settle()
    await page.goto(`${origin}/notifications`)
    await page.getByText('hello there').waitFor()

    const kept = async () => (await user.get('/api/v1/notifications/requests')).json().length
    await becomes(kept, 0)
  })

  test('private mentions come live, unread until they are opened', async () => {
    const { bob } = people
    await using stage = await arrive('talker', '/conversations', async (user) => {
      await user.follow(bob)
      await bob.publish('@talker the first', { visibility: 'direct' })
    })
    const { page } = stage
    const talks = page.locator('.talk')
    await page.getByText('the first').waitFor()

    await bob.publish('@talker the second', { visibility: 'direct' })
    await page.getByText('the second').waitFor()
    await talks.nth(1).waitFor()
    await button(page, 'Mark as read').first().click()
    await button(page, 'Mark as unread').first().waitFor()
    await talks.first().getByRole('link').click()
    await page.waitForURL(/@bob\/\d+$/)
    await page.goBack()
    await settled({ page })
    await button(page, 'Remove this conversation').first().click()
    await button(page, 'Remove it').click()
    await talks.nth(1).waitFor({ state: 'detached' })
    await button(page, 'New private mention').click()
    await page.getByRole('dialog').waitFor()
  })
})
