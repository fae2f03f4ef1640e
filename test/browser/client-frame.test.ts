import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContextOptions, Cookie, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { until } from '../support/in-time.ts'
import type { TestServer } from '../support/server.ts'
import { noBrowser, noNetwork, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'

const scripted = { skip: noBrowser }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

let browser: TestBrowser
let server: TestServer
let origin = ''

type Story = (context: TestContext) => Promise<void>
/** Stories that run one after the other on one server and in one browser. */
const stories: [name: string, run: Story][] = []
const story = (name: string, run: Story) => stories.push([name, run])

/** sessions by name: signing in takes longer than what is looked at */
const sessions = new Map<string, Cookie[]>()

/** Opens a page as somebody, who is alice where nothing is set that stays. */
async function enter(path: string, options: BrowserContextOptions = {}, name = 'alice') {
  const context = await browser.open({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  const session = sessions.get(name)
  const visit = {
    page,
    to: async (to: string) => void (await page.goto(origin + to)),
    press: press(page),
  }
  if (session === undefined) {
    await enterClient(name, path)(visit, server)
    sessions.set(name, await context.cookies())
    return page
  }
  await context.addCookies(session)
  await visit.to(path)
  await settled({ page })
  return page
}

const press = (page: Page) => async (name: string) => {
  const next = page.waitForEvent('load')
  await page.getByRole('button', { name, exact: true }).click()
  await next
}

/** Label or text of the focused element. */
const focused = (page: Page) =>
  page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent).trim()',
  )

story(
  'posts are stepped through, and keys press what is marked in the one with the focus',
  async () => {
    const page = await enter('/home')
    await page.evaluate(`for (const post of document.querySelectorAll('article[data-status]')) {
    const control = document.createElement('button')
    control.dataset.key = 'favourite'
    control.onclick = () => { post.dataset.pressed = 'yes' }
    post.querySelector('[data-key=favourite]')?.remove()
    post.append(control)
  }`)
    const at = () => page.evaluate('document.activeElement.closest("article")?.innerText')

    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    assert.match(String(await at()), /Post 10/)
    await page.keyboard.press('f')
    assert.equal(await page.locator('[data-pressed]').count(), 1)
    assert.match(await page.locator('[data-pressed]').innerText(), /Post 10/)

    for (let times = 0; times < 9; times += 1) await page.keyboard.press('j')
    const box = await page.locator('article:focus').boundingBox()
    assert.ok(box !== null && box.y >= 56 && box.y + box.height <= 720, JSON.stringify(box))
    await page.keyboard.press('0')
    assert.match(String(await at()), /Post 11/)
  },
)

story('keys lead to pages, and a sheet says what can be pressed', async () => {
  const page = await enter('/home')

  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.waitForURL(`${origin}/blocks`)
  await settled({ page })
  await page.keyboard.press('Backspace')
  await page.waitForURL(`${origin}/home`)
  await settled({ page })

  const more = page.locator('.side').getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Next post').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  assert.equal(new URL(page.url()).pathname, '/home', 'what lies above the page has the keys')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'More')

  await page.keyboard.press('/')
  await page.keyboard.type('gn?j')
  assert.equal(await page.locator('input[type=search]').inputValue(), 'gn?j')
  assert.equal(await page.getByRole('dialog').count(), 0)
})

story('single keys can be switched off, which stays', async () => {
  const page = await enter('/preferences', {}, 'keyless')

  await page.getByLabel('Single-key shortcuts').uncheck()
  await page.reload()
  await settled({ page })
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')

  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.waitForURL(`${origin}/search`)
  await page.locator('input[type=search]:focus').waitFor()
})

story('the focus goes from the way past the side to the ways, and on to the page', async () => {
  const page = await enter('/home')
  const seen: string[] = []

  for (let times = 0; times < 24; times += 1) {
    await page.keyboard.press('Tab')
    seen.push(
      await page.evaluate<string>(`(() => {
        const at = document.activeElement
        return at.closest('article') ? 'post' : at.closest('.side-foot') ? 'account' : at.textContent.trim().replace(/^[0-9]+/, '')
      })()`),
    )
  }

  assert.equal(seen[0], 'Skip to the content')
  const order = ['Home', 'Notifications', 'Preferences', 'More', 'New post', 'account', 'post']
  const places = order.map((name) => seen.findIndex((one) => one.startsWith(name)))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
    seen.join(' | '),
  )
  assert.ok(
    places.every((place) => place > 0),
    seen.join(' | '),
  )
  await page.keyboard.press('0')
  await page.locator('.skip-link').focus()
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main')
})

story('on phones a bar and a sheet lead everywhere', async () => {
  const page = await enter('/home', PHONE)
  const bar = page.locator('.phone-bar')
  assert.equal(await bar.locator('li').count(), 5)

  await bar.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  const there = await sheet
    .locator('a')
    .evaluateAll((links) => links.map((link) => (link as unknown as { pathname: string }).pathname))
  const wanted = `/home /notifications /explore /search /public /public/local /conversations /bookmarks /favourites
    /lists /followed_tags /deck /@alice /preferences /publish /drafts /scheduled /collections /directory /follow_requests
    /notifications/requests /notifications/settings /mutes /blocks /domain_blocks /invites /profile/edit /filters
    /settings /about /keyboard /admin`
  for (const path of wanted.split(/\s+/)) assert.ok(there.includes(path), path)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'Menu')

  await bar.getByRole('button', { name: 'Menu' }).click()
  await sheet.getByRole('link', { name: 'Blocked people' }).click()
  await page.waitForURL(`${origin}/blocks`)
  await settled({ page })
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL(`${origin}/home`)
})

story(
  'pages of the server and the administration have the side and the bar of the client',
  async () => {
    const page = await enter('/home')
    const ways = (of: string) =>
      page
        .locator(`${of} a.way .way-title`)
        .evaluateAll((links) =>
          links.map((link) => (link as unknown as { textContent: string }).textContent),
        )
    const paths = ['/home', '/settings/account', '/about', '/nonsense', '/admin/settings']

    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const found = []
      for (const path of paths) {
        await page.goto(origin + path)
        await settled({ page })
        const icon = await page.locator('.side .way-icon svg').first().boundingBox()
        found.push({ x: icon?.x ?? -1, ways: await ways('.side') })
      }
      for (const [at, { x, ways }] of found.entries()) {
        assert.deepEqual(ways, found[0]?.ways, `${paths[at]} at ${width}`)
        // a side without words has its icons in its middle
        assert.ok(Math.abs(x - (found[0]?.x ?? 0)) < 4, `${paths[at]} at ${width}: ${x}`)
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const bars = []
    for (const path of paths) {
      await page.goto(origin + path)
      await settled({ page })
      const write = await page.locator('.phone-bar').getByLabel('New post').boundingBox()
      bars.push({ ways: await ways('.phone-bar'), write })
    }
    for (const [at, one] of bars.entries()) assert.deepEqual(one, bars[0], `${paths[at]}`)

    await page.getByRole('button', { name: /pages of the administration/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click()
    await page.waitForURL(`${origin}/admin/audit-log`)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  },
)

story('without script a sheet leads everywhere, and closes by Escape', async () => {
  const page = await enter('/settings', PHONE)
  const menu = page.locator('.phone-bar').getByRole('button', { name: 'Menu' })

  await menu.click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await sheet.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  assert.equal(await focused(page), 'Menu')
  await menu.click()
  await sheet.getByRole('link', { name: 'About this server' }).click()

  await page.waitForURL(`${origin}/about`)
})

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
    assert.equal(await page.getByLabel('Quiet public').isChecked(), true)
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'Europe/Oslo')

    await page.route('**/account/preferences', (route) => route.fulfill({ status: 422, json: {} }))
    await page.getByLabel('Mark media as sensitive').click()
    await page.locator('.toasts').getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Mark media as sensitive').isChecked(), false)
  },
)

story('who is offline is told, and again when the server does not answer', async (context) => {
  if (noNetwork) return context.skip(noNetwork)
  const page = await enter('/home')
  const banner = page.locator('.connection-banner')

  await page.context().setOffline(true)
  await banner.getByText('You are offline').waitFor()
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })

  await page.route('**/api/**', (route) => route.abort())
  await page.evaluate(`fetch('/health')`)
  await pageAt('/lists')({ page, to: async () => {}, press: async () => {} }, server)
  await page.evaluate('dispatchEvent(new Event("online"))')
  await banner.getByText('The server does not answer').waitFor()
  await page.unroute('**/api/**')
  await banner.getByRole('button', { name: 'Try now' }).click()
  await banner.waitFor({ state: 'detached' })
})

story('a page that breaks leaves the frame and offers a way on', async () => {
  const page = await enter('/keyboard')
  await page.route('**/api/v1/timelines/home', async (route) => {
    const response = await route.fetch()
    const [first] = (await response.json()) as object[]
    await route.fulfill({ response, json: [{ ...first, id: '1', media_attachments: null }] })
  })

  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Something broke' }).waitFor()
  await page.unroute('**/api/v1/timelines/home')
  await page.getByRole('button', { name: 'Load the page again' }).click()

  await page.getByText('Post 11').waitFor()
})

story('a chosen theme counts at once, stays, and holds for the pages of the server', async () => {
  const page = await enter('/preferences', { colorScheme: 'light' }, 'painter')
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  assert.equal(await ground(), 'rgb(243, 242, 248)')

  await page.getByLabel('Dark', { exact: true }).check()
  assert.equal(await ground(), 'rgb(20, 18, 29)')
  const colour = await page.locator('meta[name=theme-color]').getAttribute('content')
  assert.equal(colour, 'rgb(20, 18, 29)')
  await page.reload()
  await settled({ page })
  assert.equal(await ground(), 'rgb(20, 18, 29)')
  await page.goto(`${origin}/settings`)
  assert.equal(await ground(), 'rgb(20, 18, 29)')

  await page.goto(`${origin}/preferences`)
  await settled({ page })
  await page.getByLabel('High contrast').check()
  assert.equal(await ground(), 'rgb(255, 255, 255)')
  await page.getByLabel('Very large').check()
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).fontSize'), '20px')
  await page.getByLabel('Follow the device').check()
  await page.getByLabel('Normal').check()
})

story(
  'an accent counts at once, by keyboard, stays, and holds for the pages of the server',
  async () => {
    const page = await enter('/preferences', { colorScheme: 'light' }, 'dyer')
    const accent = () =>
      page.evaluate<string>(
        'getComputedStyle(document.documentElement).getPropertyValue("--accent").trim()',
      )
    const link = () => page.evaluate('getComputedStyle(document.querySelector("main a")).color')
    const sheets = () => page.locator('link[data-colours]').count()
    const violet = await link()

    await page
      .getByRole('group', { name: 'Accent colour' })
      .getByLabel('The server’s colour')
      .focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.getByLabel('Teal').isChecked(), true)
    await until(async () => (await link()) === 'rgb(11, 122, 117)' && (await sheets()) === 1)
    assert.match(await accent(), /#0b7a75/)
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    const around = await page.locator('meta[name=theme-color]').getAttribute('content')
    assert.equal(around, ground)

    await page.goto(`${origin}/settings`)
    assert.match(await accent(), /#0b7a75/)
    await page.goto(`${origin}/preferences`)
    await settled({ page })
    assert.match(await accent(), /#0b7a75/)
    await page.getByLabel('The server’s colour').check()
    await page.waitForFunction('document.querySelector("link[data-colours]") === null')
    assert.equal(await link(), violet)
  },
)

story(
  'the owner’s style sheet counts where people read, and not where they set something',
  async () => {
    const content = 'h1 { color: rgb(200, 0, 0) }'
    await server.set('custom_css', { content, updated_at: 1 })
    const page = await enter('/bookmarks')
    const colour = () => page.evaluate('getComputedStyle(document.querySelector("h1")).color')
    assert.equal(await colour(), 'rgb(200, 0, 0)')

    await page.getByRole('navigation').getByRole('link', { name: 'Preferences' }).click()
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
    await until(async () => (await colour()) !== 'rgb(200, 0, 0)')
    await page.getByRole('navigation').getByRole('link', { name: 'Bookmarks' }).click()
    await page.getByRole('heading', { name: 'Bookmarks' }).waitFor()
    await until(async () => (await colour()) === 'rgb(200, 0, 0)')
    await server.set('custom_css', { content: '', updated_at: null })
  },
)

story(
  'other languages turn the words, and the page where they are written from the right',
  async () => {
    const page = await enter('/preferences', {}, 'reader')
    const choose = async (tag: string) => {
      const loaded = page.waitForEvent('load')
      await page
        .locator('select', { has: page.locator('option[value=ar]') })
        .first()
        .selectOption(tag)
      await loaded
      await settled({ page })
    }

    await choose('ar')
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
    assert.equal(await page.locator('h1').innerText(), 'التفضيلات')
    const side = await page.locator('.side').boundingBox()
    const main = await page.locator('main').boundingBox()
    assert.ok(side !== null && main !== null && side.x > main.x, 'the side is at the right')
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= 1280, `nothing lies outside: ${width}`)
    await choose('ja')
    assert.equal(await page.locator('html').getAttribute('lang'), 'ja')
    assert.equal(await page.locator('h1').innerText(), 'ユーザー設定')
  },
)

story('what is set has its effect, in another browser too', async () => {
  const page = await enter('/preferences', {}, 'asker')
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/web/settings'))
  await page.getByLabel('Boosting a post').check()
  await page.getByLabel('Unfollowing someone').uncheck()
  assert.equal((await kept).status(), 200)

  const other = await enter('/preferences', {}, 'asker')
  assert.equal(await other.getByLabel('Boosting a post').isChecked(), true)
  assert.equal(await other.getByLabel('Unfollowing someone').isChecked(), false)
  assert.equal(await other.getByLabel('Deleting a post').isChecked(), true)

  await other.goto(`${origin}/public/local`)
  await other.locator('[data-key=boost]').first().click()
  await other.getByRole('menuitem', { name: 'Boost', exact: true }).click()
  await other.getByRole('dialog', { name: 'Boost this post?' }).waitFor()
  await other.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await other.locator('[data-key=boost][aria-pressed=true]').count(), 0)
})

story('the third column has drafts and what is scheduled next, as they change', async () => {
  const page = await enter('/home', { viewport: { width: 1440, height: 900 } }, 'author')
  const part = (name: string) => page.locator('.aside').getByRole('region', { name, exact: true })
  await part('Scheduled').getByText('Good morning').waitFor()
  const times = await part('Scheduled').locator('.aside-words').allInnerTexts()
  assert.deepEqual(times, ['Good morning', 'Good night'])
  assert.equal(await part('Drafts').count(), 0)

  await page.keyboard.press('n')
  await page.getByRole('dialog').getByRole('textbox').first().fill('Begun and left')
  await page.keyboard.press('Escape')
  await part('Drafts').getByRole('button', { name: 'Begun and left' }).click()
  const text = page.getByRole('dialog').getByRole('textbox').first()
  await text.waitFor()
  assert.equal(await text.inputValue(), 'Begun and left')
})

story('S-613 the bar of phones leads where somebody chose, in another browser too', async () => {
  const page = await enter('/preferences', PHONE, 'chooser')
  const places = () => page.locator('.phone-bar a .way-title').allInnerTexts()
  assert.deepEqual(await places(), ['Home', 'Notifications', 'Search'])

  await page.getByLabel('Place 1').selectOption({ label: 'Notifications' })
  await page.getByLabel('Place 3').selectOption({ label: 'Gardeners' })
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/web/settings'))
  await page.getByLabel('Place 4').selectOption({ label: 'Bookmarks' })
  const chosen = ['Notifications', 'Home', 'Gardeners', 'Bookmarks']
  assert.deepEqual(await places(), chosen)
  await kept
  const other = await enter('/home', PHONE, 'chooser')
  await other.locator('.phone-bar').getByText('Gardeners').click()
  await other.waitForURL(/\/lists\/\d+$/)

  await page.getByRole('button', { name: 'As it was at first' }).click()
  assert.deepEqual(await places(), ['Home', 'Notifications', 'Search'])
})

story('S-614 lists and hashtags are pinned to the navigation', async () => {
  const page = await enter('/lists', {}, 'chooser')
  const side = page.locator('.side-ways')
  await page.locator('.list-link').click()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await side.locator('.side-pin').getByText('Gardeners').waitFor()
  await pageAt('/tags/moss')({ page, to: async () => {}, press: async () => {} }, server)
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByLabel('Pin to the navigation').check()
  await side.locator('.side-pin').getByText('#moss').waitFor()

  await side.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await sheet.getByRole('region', { name: 'Pinned' }).getByText('Gardeners').click()
  await page.getByRole('button', { name: 'Unpin' }).click()
  assert.deepEqual(await side.locator('.side-pin').allInnerTexts(), ['#moss'])
})

test('the frame', scripted, async (context) => {
  const started = await startWebServer()
  await using _ = started.server
  await buildPages()
  await using opened = await startBrowser()
  ;({ server, origin } = started)
  browser = opened
  const alice = await server.signUp('alice', { role: 'Owner' })
  for (let index = 0; index < 12; index += 1) await alice.publish(`Post ${index}`)
  for (const name of ['keyless', 'painter', 'dyer', 'reader', 'asker']) await server.signUp(name)
  const author = await server.signUp('author')
  await author.publish('Good night', { scheduled_at: '2035-01-01T22:00:00Z' })
  await author.publish('Good morning', { scheduled_at: '2035-01-01T08:00:00Z' })
  const chooser = await server.signUp('chooser')
  assert.equal((await chooser.post('/api/v1/lists', { title: 'Gardeners' })).statusCode, 200)

  for (const [name, run] of stories) await context.test(name, run)
})
