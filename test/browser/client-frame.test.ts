import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestServer } from '../support/server.ts'
import { becomes, noBrowser, noNetwork } from './browser.ts'
import { pageAt, settled } from './client-pages.ts'
import { clientStories, focused, PHONE } from './client-stories.ts'

const { story, tell, enter, open, origin } = clientStories()

story('on phones a bar and a sheet lead everywhere', async () => {
  const page = await enter('/home', PHONE)
  const bar = page.locator('.phone-bar')
  await becomes(() => bar.locator('li').count(), 5)

  await bar.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await sheet.getByRole('link').first().waitFor()
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
  await becomes(() => focused(page), 'Menu')

  await bar.getByRole('button', { name: 'Menu' }).click()
  await sheet.getByRole('link', { name: 'Blocked people' }).click()
  await page.waitForURL(`${origin()}/blocks`)
  await settled({ page })
  await becomes(() => page.getByRole('dialog').count(), 0)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL(`${origin()}/home`)
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
      let first: { x: number; ways: string[] } | undefined
      for (const path of paths) {
        await page.goto(origin() + path)
        await settled({ page })
        const icon = await page.locator('.side .way-icon svg').first().boundingBox()
        const place = { x: icon?.x ?? -1, ways: await ways('.side') }
        first ??= place
        await becomes(() => ways('.side'), first.ways, `${path} at ${width}`)
        // a side without words has its icons in its middle
        assert.ok(Math.abs(place.x - first.x) < 4, `${path} at ${width}: ${place.x}`)
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const barOf = async () => {
      const write = await page.locator('.phone-bar').getByLabel('New post').boundingBox()
      return { ways: await ways('.phone-bar'), write }
    }
    let bar: Awaited<ReturnType<typeof barOf>> | undefined
    for (const path of paths) {
      await page.goto(origin() + path)
      await settled({ page })
      bar ??= await barOf()
      await becomes(barOf, bar, path)
    }

    await page.getByRole('button', { name: /pages of the administration/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click()
    await page.waitForURL(`${origin()}/admin/audit-log`)
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
  await becomes(() => focused(page), 'Menu')
  await menu.click()
  await sheet.getByRole('link', { name: 'About this server' }).click()

  await page.waitForURL(`${origin()}/about`)
})

story('who is offline is told, and again when the server does not answer', async (context) => {
  if (noNetwork) return context.skip(noNetwork)
  const page = await enter('/home')
  const banner = page.locator('.connection-banner')

  await page.context().setOffline(true)
  await banner.getByText('You are offline').waitFor()
  await page.context().setOffline(false)
  await banner.waitFor({ state: 'detached' })

  await page.route('**/api/**', (route) => route.abort())
  await page.route('**/health', (route) => route.abort())
  await pageAt('/lists')({ page })
  await page.evaluate('dispatchEvent(new Event("online"))')
  await banner.getByText('The server does not answer').waitFor()
  const asked = page.waitForRequest('**/health')
  await banner.getByRole('button', { name: 'Try now' }).click()
  await asked
  await page.unrouteAll()
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

test('the frame', { skip: noBrowser }, async (context) => {
  await using _ = await open(seed)
  await tell(context)
})

async function seed(server: TestServer): Promise<void> {
  const alice = await server.signUp('alice', { role: 'Owner' })
  for (let index = 0; index < 12; index += 1) await alice.publish(`Post ${index}`)
}
