import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { TestServer } from '../support/server.ts'
import { becomes, noBrowser } from './browser.ts'
import { pageAt, settingsSent, settled } from './client-pages.ts'
import { clientStories, PHONE } from './client-stories.ts'

const { story, tell, enter, open, origin } = clientStories()

story(
  'what the server keeps for all apps is set among the preferences, and taken back if refused',
  async () => {
    const page = await enter('/preferences', {}, 'asker')
    const kept = () =>
      page.waitForResponse((response) => response.url().endsWith('/account/preferences'))

    const first = kept()
    await page.getByLabel('Quiet public').check()
    assert.equal((await first).status(), 200)
    const second = kept()
    await page.getByLabel('Time zone').selectOption('Europe/Oslo')
    assert.equal((await second).status(), 200)
    await page.reload()
    await settled({ page })
    await becomes(() => page.getByLabel('Quiet public').isChecked(), true)
    await becomes(() => page.getByLabel('Time zone').inputValue(), 'Europe/Oslo')

    await page.route('**/account/preferences', (route) => route.fulfill({ status: 422, json: {} }))
    await page.getByLabel('Mark media as sensitive').click()
    await page.locator('.toasts').getByRole('alert').waitFor()
    await becomes(() => page.getByLabel('Mark media as sensitive').isChecked(), false)
  },
)

story('what is set has its effect, in another browser too', async () => {
  const page = await enter('/preferences', {}, 'asker')
  await page.getByLabel('Boosting a post').check()
  await page.getByLabel('Unfollowing someone').uncheck()
  await settingsSent(page)

  const other = await enter('/preferences', {}, 'asker')
  await becomes(() => other.getByLabel('Boosting a post').isChecked(), true)
  await becomes(() => other.getByLabel('Unfollowing someone').isChecked(), false)
  await becomes(() => other.getByLabel('Deleting a post').isChecked(), true)

  await other.goto(`${origin()}/public/local`)
  await other.locator('[data-key=boost]').first().click()
  await other.getByRole('menuitem', { name: 'Boost', exact: true }).click()
  await other.getByRole('dialog', { name: 'Boost this post?' }).waitFor()
  await other.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await other.locator('[data-key=boost][aria-pressed=true]').count(), 0)
})

story('what is set last counts, though what was set before it is long on its way', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const deleting = (where: Page) => where.getByLabel('Deleting a post')
  const sent = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/api/web/settings', async (route) => {
    if (++requests === 1) {
      sent.resolve()
      await arrived.promise
    }
    await route.continue()
  })

  await deleting(page).uncheck()
  await sent.promise
  await deleting(page).check()
  await delay(1_500) // time enough to be sent beside it
  arrived.resolve()
  await settingsSent(page)

  assert.equal(requests, 2)
  const other = await enter('/preferences', {}, 'asker')
  await becomes(() => deleting(other).isChecked(), true)
})

story('tabs and browsers keep what was set in the others, and tabs show it at once', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const tab = await page.context().newPage()
  await tab.goto(`${origin()}/preferences`)
  const far = await enter('/preferences', {}, 'asker')
  const boosting = (where: Page) => where.getByLabel('Boosting a post')
  const opening = (where: Page) => where.getByLabel('Unfollowing someone')
  await opening(far).waitFor()
  await boosting(tab).waitFor()

  await boosting(page).setChecked(!(await boosting(page).isChecked()))
  const boosts = await boosting(page).isChecked()
  await becomes(() => boosting(tab).isChecked(), boosts)
  await opening(far).setChecked(!(await opening(far).isChecked()))
  const asks = await opening(far).isChecked()
  await settingsSent(page)
  await settingsSent(far)
  await boosting(tab).setChecked(!boosts)
  await settingsSent(tab)

  const other = await enter('/preferences', {}, 'asker')
  await becomes(() => boosting(other).isChecked(), !boosts)
  await becomes(() => opening(other).isChecked(), asks)
  await becomes(() => boosting(page).isChecked(), !boosts)
})

story('a tab that is closed at once leaves what was set to the others', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const tab = await page.context().newPage()
  await tab.goto(`${origin()}/preferences`)
  const boosting = (where: Page) => where.getByLabel('Boosting a post')
  await boosting(tab).waitFor()
  const boosts = await boosting(tab).isChecked()
  await tab.route('**/api/web/settings', () => {})

  await boosting(tab).setChecked(!boosts)
  await becomes(() => boosting(page).isChecked(), !boosts)
  await tab.close()
  await settingsSent(page)

  const other = await enter('/preferences', {}, 'asker')
  await becomes(() => boosting(other).isChecked(), !boosts)
})

story('a setting that the server refuses keeps no other one from it', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const boosting = (where: Page) => where.getByLabel('Boosting a post')
  const opening = (where: Page) => where.getByLabel('Unfollowing someone')
  const boosts = await boosting(page).isChecked()
  const asks = await opening(page).isChecked()
  await page.route('**/api/web/settings', (route) => {
    const isRefused = 'ask_boost' in route.request().postDataJSON().data
    return isRefused ? route.fulfill({ status: 422, json: {} }) : route.continue()
  })

  const taken = page.waitForResponse((one) => one.url().endsWith('/settings') && one.ok())
  await boosting(page).setChecked(!boosts)
  await opening(page).setChecked(!asks)
  await taken

  const other = await enter('/preferences', {}, 'asker')
  await becomes(() => opening(other).isChecked(), !asks)
  await becomes(() => boosting(other).isChecked(), boosts)
  await becomes(() => boosting(page).isChecked(), !boosts)
})

story('visitors see the looks that an account chose here, and nothing else of it', async () => {
  const page = await enter('/preferences', {}, 'asker')
  await page.getByLabel('Compact').check()
  await page.getByLabel('Boosting a post').click()
  await settingsSent(page)
  await page.context().clearCookies()
  await page.goto(`${origin()}/explore`)
  await becomes(() => page.locator('html').getAttribute('data-density'), 'compact')

  const kept = await page.evaluate<string>(`localStorage.getItem('rookery.settings')`)
  assert.deepEqual(JSON.parse(kept).values, { density: 'compact' })
})

story('a tab whose session has ended keeps no other one from sending', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const tab = await page.context().newPage()
  await tab.goto(`${origin()}/preferences`)
  const asking = (where: Page) => where.getByLabel('Deleting a post')
  await asking(tab).waitFor()
  const asks = await asking(page).isChecked()
  const refused = tab.waitForResponse('**/api/web/settings')
  await tab.route('**/api/web/settings', (route) => route.fulfill({ status: 401, json: {} }))
  await tab.route('**/home', (route) => route.fulfill({ status: 302, headers: { location: '/' } }))

  await asking(tab).setChecked(!asks)
  await refused
  await becomes(() => asking(page).isChecked(), !asks)
  await settingsSent(page)
})

story('what a browser keeps in another form is no reason to show nothing', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const asking = page.getByLabel('Deleting a post')
  const asks = await asking.isChecked()
  for (const garbage of [
    '{"unsent":["theme"],"values":null}',
    '[]',
    '{',
    '{"unsent":3,"values":{}}',
  ]) {
    await page.evaluate(
      `for (const key of Object.keys(localStorage).filter((one) => one.startsWith('rookery.settings')))
        localStorage.setItem(key, ${JSON.stringify(garbage)})`,
    )
    await page.reload()
    await becomes(() => asking.isChecked(), asks)
  }
})

story('a page that was asked for before something was set shows it, too', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const asking = (where: Page) => where.getByLabel('Deleting a post')
  const tab = await page.context().newPage()
  const made = Promise.withResolvers<void>()
  const wasSet = Promise.withResolvers<void>()
  await tab.route('**/preferences', async (route) => {
    const response = await route.fetch()
    made.resolve()
    await wasSet.promise
    await route.fulfill({ response })
  })

  const arrives = tab.goto(`${origin()}/preferences`)
  await made.promise
  const asks = await asking(page).isChecked()
  await asking(page).setChecked(!asks)
  await settingsSent(page)
  wasSet.resolve()
  await arrives

  await becomes(() => asking(tab).isChecked(), !asks)
  assert.equal(await asking(page).isChecked(), !asks)
})

story('the third column has drafts and what is scheduled next, as they change', async () => {
  const page = await enter('/home', { viewport: { width: 1440, height: 900 } }, 'author')
  const part = (name: string) => page.locator('.aside').getByRole('region', { name, exact: true })
  await part('Scheduled').getByText('Good morning').waitFor()
  const times = part('Scheduled').locator('.aside-words')
  await becomes(() => times.allInnerTexts(), ['Good morning', 'Good night'])
  assert.equal(await part('Drafts').count(), 0)

  await page.keyboard.press('n')
  await page.getByRole('dialog').getByRole('textbox').first().fill('Begun and left')
  await page.keyboard.press('Escape')
  await part('Drafts').getByRole('button', { name: 'Begun and left' }).click()
  const text = page.getByRole('dialog').getByRole('textbox').first()
  await text.waitFor()
  await becomes(() => text.inputValue(), 'Begun and left')
})

story('S-613 the bar of phones leads where somebody chose, in another browser too', async () => {
  const page = await enter('/preferences', PHONE, 'chooser')
  const places = () => page.locator('.phone-bar a .way-title').allInnerTexts()
  await becomes(() => places(), ['Home', 'Notifications', 'Search'])

  await page.getByLabel('Place 1').selectOption({ label: 'Notifications' })
  await page.getByLabel('Place 3').selectOption({ label: 'Gardeners' })
  await page.getByLabel('Place 4').selectOption({ label: 'Bookmarks' })
  const chosen = ['Notifications', 'Home', 'Gardeners', 'Bookmarks']
  await becomes(() => places(), chosen)
  await settingsSent(page)
  const other = await enter('/home', PHONE, 'chooser')
  await other.locator('.phone-bar').getByText('Gardeners').click()
  await other.waitForURL(/\/lists\/\d+$/)

  await page.getByRole('button', { name: 'As it was at first' }).click()
  await becomes(() => places(), ['Home', 'Notifications', 'Search'])
})

story('S-614 lists and hashtags are pinned to the navigation', async () => {
  const page = await enter('/lists', {}, 'chooser')
  const side = page.locator('.side-ways')
  await page.locator('.list-link').click()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await side.locator('.side-pin').getByText('Gardeners').waitFor()
  await pageAt('/tags/moss')({ page })
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByLabel('Pin to the navigation').check()
  await side.locator('.side-pin').getByText('#moss').waitFor()

  await side.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await sheet.getByRole('region', { name: 'Pinned' }).getByText('Gardeners').click()
  await page.getByRole('button', { name: 'Unpin' }).click()
  await becomes(() => side.locator('.side-pin').allInnerTexts(), ['#moss'])
})

test('what is set, and ways of one’s own', { skip: noBrowser }, async (context) => {
  await using _ = await open(seed)
  await tell(context)
})

async function seed(server: TestServer): Promise<void> {
  const alice = await server.signUp('alice')
  await alice.publish('To be boosted')
  await server.signUp('asker')
  const author = await server.signUp('author')
  await author.publish('Good night', { scheduled_at: '2035-01-01T22:00:00Z' })
  await author.publish('Good morning', { scheduled_at: '2035-01-01T08:00:00Z' })
  const chooser = await server.signUp('chooser')
  assert.equal((await chooser.post('/api/v1/lists', { title: 'Gardeners' })).statusCode, 200)
}
