/**
 * Takes the pictures of the README: `node test/support/pictures.ts`. They show the fonts of the
 * machine that it runs on. Run it after a change of the pages, and commit what it writes.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { ensureSetupLink } from '../../src/oauth/setup.ts'
import { startBrowser, startWebServer } from '../web/browser.ts'
import { PASSWORD } from './server.ts'
import { seedShowcase } from './showcase.ts'

const MAX_BYTES = 200_000
const folder = new URL('../../docs/images/', import.meta.url)

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true }

await mkdir(folder, { recursive: true })
await using browser = await startBrowser()
await takeSetup()
await takeShowcase()

async function takeSetup(): Promise<void> {
  const { server } = await startWebServer({ handleDomain: 'hedgerow.example' })
  await using _server = server
  const link = await ensureSetupLink(server.app)
  await take('setup-desktop', desktop, (page) => page.goto(link ?? ''))
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
    await page.locator('article[data-status] img').first().waitFor()
  }
  await take('home-desktop', { viewport: { width: 1280, height: 960 } }, enter('/home'))
  const dark = { ...phone, colorScheme: 'dark' as const }
  await take('post-phone-dark', dark, enter(`/@${username}/${threadId}`))
}

/** What fits into the window, with everything in it loaded. */
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
