/**
 * Takes the pictures of the README: `node test/support/pictures.ts`. They show the fonts of the
 * machine that it runs on. Run it after a change of the pages, and commit what it writes.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { ensureSetupLink } from '../../src/features/identity/sign-up/setup.ts'
import { enterAdmin, pageAt, settled } from '../browser/admin-pages.ts'
import { startBrowser, startWebServer } from '../browser/browser.ts'
import { PASSWORD } from './server.ts'
import { seedShowcase } from './showcase.ts'
import { FJORD } from './showcase-people.ts'
import { landscape } from './showcase-pictures.ts'
import { seedStaffWork } from './staff-showcase.ts'

const MAX_BYTES = 200_000
const folder = new URL('../../docs/images/', import.meta.url)

const desktop = { viewport: { width: 1280, height: 800 } }
const low = { viewport: { width: 1280, height: 735 } }
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true }

await mkdir(folder, { recursive: true })
await using browser = await startBrowser()
await takeSetup()
await takeShowcase()
await takeAdministration()

async function takeSetup(): Promise<void> {
  const { server } = await startWebServer({ handleDomain: 'hedgerow.example' })
  await using _server = server
  const link = await ensureSetupLink(server.app)
  await take('setup-desktop', desktop, async (page) => {
    await page.goto(link ?? '')
    await page.getByRole('button', { name: 'Yes, this is the address' }).click()
    await page.getByLabel('Username').waitFor()
  })
}

async function takeShowcase(): Promise<void> {
  const { server, origin } = await startWebServer({ handleDomain: 'hedgerow.example' })
  await using _server = server
  const { username, threadId } = await seedShowcase(server)
  const enter = (path: string) => async (page: Page) => {
    await page.goto(`${origin}/auth/sign_in?return_to=${encodeURIComponent(path)}`)
    await page.getByLabel('E-mail address or username').fill('grace')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await settled({ page })
  }
  const dark = { ...phone, colorScheme: 'dark' as const }
  await take('home-desktop', { viewport: { width: 1280, height: 960 } }, enter('/home'))
  await take('post-phone-dark', dark, enter(`/@${username}/${threadId}`))
  await take('profile-desktop', low, enter(`/@${username}`))
  await take('composer-phone', phone, async (page) => {
    await enter('/publish')(page)
    await write(page)
  })
  await take('catch-up-desktop-dark', { ...low, colorScheme: 'dark' }, async (page) => {
    await enter('/catch-up')(page)
    await page.getByRole('radio', { name: '3 days' }).check()
    await page.getByRole('button', { name: 'Catch up', exact: true }).click()
    await page.locator('.peek').first().waitFor()
  })
}

/** A post with a picture, not yet sent. */
async function write(page: Page): Promise<void> {
  await page.getByRole('textbox').first().fill('The inlet, an hour before the storm.')
  await page
    .getByLabel('Files to add')
    .setInputFiles({ name: 'inlet.jpg', mimeType: 'image/jpeg', buffer: await landscape(FJORD) })
  await page.getByRole('button', { name: /^Add a description/ }).waitFor()
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
}

async function takeAdministration(): Promise<void> {
  const started = await startWebServer({ handleDomain: 'hedgerow.example' })
  await using server = started.server
  const { reportId } = await seedStaffWork(server)
  await take('admin-report-desktop', desktop, async (page) => {
    const visit = {
      page,
      to: async (path: string) => void (await page.goto(started.origin + path)),
      press: async (name: string) => {
        await page.getByRole('button', { name, exact: true }).click()
        await page.waitForURL('**/admin')
      },
    }
    await enterAdmin('ada')(visit, server)
    await pageAt(`/admin/reports/${reportId}`)(visit)
  })
}

/** Takes a picture of the window once everything in it has loaded. */
async function take(
  name: string,
  options: BrowserContextOptions,
  open: (page: Page) => Promise<unknown>,
): Promise<void> {
  const context = await browser.open(options)
  const page = await context.newPage()
  await open(page)
  await page.waitForLoadState('networkidle')
  const shot = await page.screenshot()
  await context.close()
  const png = await smallest(shot)
  await writeFile(new URL(`${name}.png`, folder), png)
  console.log(`${name}.png: ${Math.round(png.length / 1000)} kB`)
}

/** As many colours as there is room for. */
async function smallest(shot: Buffer): Promise<Buffer> {
  for (const colours of [256, 192, 128, 96, 64]) {
    const png = await sharp(shot)
      .png({ palette: true, colours, effort: 10, dither: 0.6 })
      .toBuffer()
    if (png.length < MAX_BYTES) return png
  }
  throw new Error('the picture is too large however it is written')
}
