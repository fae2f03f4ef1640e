import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { until } from '../support/in-time.ts'
import { multipart } from '../support/multipart.ts'
import type { TestServer } from '../support/server.ts'
import { becomes, becomesTrue, noBrowser, styleOf } from './browser.ts'
import { pageAt, settled } from './client-pages.ts'
import { clientStories } from './client-stories.ts'
import { holdsAxe } from './every-look.ts'

const { story, tell, enter, open, origin, server } = clientStories()

story('a chosen theme counts at once, stays, and holds for the pages of the server', async () => {
  const page = await enter('/preferences', { colorScheme: 'light' }, 'painter')
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await becomes(() => ground(), 'rgb(243, 242, 248)')

  await page.getByLabel('Dark', { exact: true }).check()
  await becomes(() => ground(), 'rgb(20, 18, 29)')
  const around = page.locator('meta[name=theme-color]')
  await becomes(() => around.getAttribute('content'), 'rgb(20, 18, 29)')
  await page.reload()
  await settled({ page })
  await becomes(() => ground(), 'rgb(20, 18, 29)')
  await page.goto(`${origin()}/settings`)
  await becomes(() => ground(), 'rgb(20, 18, 29)')

  await page.goto(`${origin()}/preferences`)
  await settled({ page })
  await page.getByLabel('High contrast').check()
  await becomes(() => ground(), 'rgb(255, 255, 255)')
  await page.getByLabel('Very large').check()
  await becomes(() => page.evaluate('getComputedStyle(document.documentElement).fontSize'), '20px')
  await page.getByLabel('Follow the device').check()
  await page.getByLabel('Normal').check()
})

story('where nothing shall move, all colours change in the same moment', async () => {
  const page = await enter('/preferences', { colorScheme: 'light', reducedMotion: 'reduce' })
  const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  await page.evaluate(`
    globalThis.began = 0
    addEventListener('transitionrun', () => { globalThis.began += 1 }, true)
  `)

  await page.emulateMedia({ colorScheme: 'dark' })
  await until(async () => (await ground()) === 'rgb(20, 18, 29)')
  await settled({ page })

  assert.equal(await page.evaluate('globalThis.began'), 0)
})

story(
  'an accent counts at once, by keyboard, stays, and holds for the pages of the server',
  async () => {
    const page = await enter('/preferences', { colorScheme: 'light' }, 'dyer')
    const accent = () =>
      page.evaluate<string>(
        'getComputedStyle(document.documentElement).getPropertyValue("--accent").trim()',
      )
    const link = () => styleOf(page, 'main a', 'color')
    const sheets = () => page.locator('link[data-colours]').count()
    const violet = await link()

    await page
      .getByRole('group', { name: 'Accent colour' })
      .getByLabel('The server’s colour')
      .focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await becomes(() => page.getByLabel('Teal').isChecked(), true)
    await until(async () => (await link()) === 'rgb(11, 122, 117)' && (await sheets()) === 1)
    await becomes(() => accent(), /#0b7a75/)
    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const around = page.locator('meta[name=theme-color]')
    await becomes(() => around.getAttribute('content'), ground)

    await page.goto(`${origin()}/settings`)
    await becomes(() => accent(), /#0b7a75/)
    await page.goto(`${origin()}/preferences`)
    await settled({ page })
    await becomes(() => accent(), /#0b7a75/)
    await page.getByLabel('The server’s colour').check()
    await becomesTrue(page, 'document.querySelector("link[data-colours]") === null')
    await becomes(() => link(), violet)
  },
)

story(
  'the owner’s style sheet counts where people read, and not where they set something',
  async () => {
    const content = 'h1 { color: rgb(200, 0, 0) }'
    await server().set('custom_css', { content, updated_at: 1 })
    const page = await enter('/bookmarks')
    const colour = () => styleOf(page, 'h1', 'color')
    await becomes(() => colour(), 'rgb(200, 0, 0)')

    await page.getByRole('navigation').getByRole('link', { name: 'Preferences' }).click()
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
    await until(async () => (await colour()) !== 'rgb(200, 0, 0)')
    await page.getByRole('navigation').getByRole('link', { name: 'Bookmarks' }).click()
    await page.getByRole('heading', { name: 'Bookmarks' }).waitFor()
    await until(async () => (await colour()) === 'rgb(200, 0, 0)')
    await server().set('custom_css', { content: '', updated_at: null })
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
    await becomes(() => page.locator('html').getAttribute('dir'), 'rtl')
    await becomes(() => page.locator('h1').innerText(), 'التفضيلات')
    const side = await page.locator('.side').boundingBox()
    const main = await page.locator('main').boundingBox()
    assert.ok(side !== null && main !== null && side.x > main.x, 'the side is at the right')
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= 1280, `nothing lies outside: ${width}`)
    await choose('ja')
    await becomes(() => page.locator('html').getAttribute('lang'), 'ja')
    await becomes(() => page.locator('h1').innerText(), 'ユーザー設定')
  },
)

story(
  'S-688 a profile is in the colours of its banner, unless its reader does not want it',
  async () => {
    const page = await enter('/@painter', { colorScheme: 'light' }, 'painter')
    const accentOf = (selector: string) => styleOf(page, selector, '--accent')
    const usual = await accentOf(':root')
    await until(async () => (await accentOf('.profile-head')) !== usual)
    await becomes(() => accentOf('.side'), usual, 'the frame stays as it is')
    await becomes(() => accentOf('.page-head'), usual)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await holdsAxe(page, `profile-tinted-${colorScheme}`)
    }
    await page.emulateMedia({ contrast: 'more' })
    await holdsAxe(page, 'profile-tinted-contrast')
    await page.emulateMedia({ contrast: null, colorScheme: 'light' })

    await pageAt('/@reader')({ page })
    await page.getByText('@reader@').waitFor()
    await becomes(() => accentOf('.profile-head'), usual, 'without pictures there is no colour')
    await pageAt('/preferences')({ page })
    await page.getByLabel('Profiles in the colours of their banner or picture').uncheck()
    await pageAt('/@painter')({ page })
    await page.locator('.profile-banner img').waitFor()
    await settled({ page })
    await becomes(() => accentOf('.profile-head'), usual)
  },
)

test('looks and languages', { skip: noBrowser }, async (context) => {
  await using _ = await open(seed)
  await tell(context)
})

async function seed(server: TestServer): Promise<void> {
  for (const name of ['alice', 'dyer', 'reader']) await server.signUp(name)
  const painter = await server.signUp('painter')
  const create = { width: 600, height: 200, channels: 3 as const, background: '#0b7a3d' }
  const header = await sharp({ create }).png().toBuffer()
  const sent = await painter.patch(
    '/api/v1/accounts/update_credentials',
    ...(await multipart({ header })),
  )
  assert.equal(sent.statusCode, 200, sent.body)
}
