import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { buildPages } from '../../scripts/build-pages.js'
import { startGifSite } from '../support/gif-provider.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { textOf, write } from './composer-stories.ts'
import { type Act, walkLooks } from './every-look.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }
const LONG = `A long story of ${'feathers '.repeat(60)}https://rooks.example/${'x'.repeat(90)}`

let browser: TestBrowser
before(async () => {
  if (scripted.skip) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

test('the composer and its pages look right', scripted, async () => {
  await using site = await startGifSite()
  const gifs = { provider: 'giphy' as const, url: site.url, key: 'key' }
  const { server, origin } = await startWebServer({ gifs, egressAllow: ['127.0.0.0/8'] })
  await using _ = server
  site.offered.push(...Array.from({ length: 12 }, (_, n) => ({ id: `x${n}`, description: LONG })))
  const ada = await server.signUp('ada')
  await ada.post('/api/rookery/v1/drafts', { posts: [{ text: LONG }, { text: 'and more' }] })
  await ada.post('/api/v1/statuses', {
    status: LONG.slice(0, 400),
    scheduled_at: '2035-01-01T10:00:00Z',
  })
  const posts = [{ status: 'One of three' }, { status: 'two' }, { status: 'three' }]
  await ada.post('/api/rookery/v1/scheduled_threads', { posts, scheduled_at: '2035-01-02T10:00Z' })
  await server.signUp('bob')

  await walkLooks(browser, { server, origin }, enterClient('ada'), looks)
  await walkLooks(browser, { server, origin }, enterClient('bob'), {
    'drafts-none': pageAt('/drafts'),
    'scheduled-none': pageAt('/scheduled'),
    'pop-out': async (visit) => {
      // read when the client starts: nothing else can be looked at there
      await visit.to('/publish?pop=1')
      await textOf(visit.page).waitFor()
      await settled(visit)
    },
  })
})

const opened =
  (act: (page: Page) => Promise<unknown>): Act =>
  async (visit, _server) => {
    await pageAt('/drafts')(visit)
    await write(visit.page)
    await textOf(visit.page).waitFor()
    await act(visit.page)
  }

const inComposer =
  (act: (page: Page) => Promise<unknown>): Act =>
  async ({ page }) => {
    await act(page)
  }

const looks: Readonly<Record<string, Act>> = {
  drafts: pageAt('/drafts'),
  scheduled: pageAt('/scheduled'),
  publish: async (visit, _server) => {
    await pageAt('/publish')(visit)
    await textOf(visit.page).waitFor()
    await settled(visit)
  },
  'compose-new': opened((page) => textOf(page).fill('Hello')),
  'compose-audience': inComposer((page) =>
    page.getByRole('button', { name: /^Who can see it/ }).click(),
  ),
  'compose-language': inComposer(async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Language/ }).click()
  }),
  'compose-emoji': inComposer(async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page.getByRole('button', { name: 'grinning face', exact: true }).waitFor()
  }),
  'compose-suggestions': inComposer(async (page) => {
    await page.keyboard.press('Escape')
    await textOf(page).fill('')
    await textOf(page).pressSequentially('Hello @bo')
    await page.getByRole('option').first().waitFor()
  }),
  'compose-gifs': inComposer(async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a GIF' }).click()
    await page.getByRole('searchbox', { name: /^Search GIPHY/ }).fill('rook')
    await page.keyboard.press('Enter')
    await page.getByText('14 GIFs found').waitFor()
  }),
  'compose-all': inComposer(async (page) => {
    await page.keyboard.press('Escape')
    const plain = { width: 64, height: 48, channels: 3 as const, background: '#358' }
    const buffer = await sharp({ create: plain }).png().toBuffer()
    await page.getByLabel('Files to add').setInputFiles([
      { name: 'rook.png', mimeType: 'image/png', buffer },
      { name: `${'crow'.repeat(20)}.png`, mimeType: 'image/png', buffer },
    ])
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Poll', exact: true }).click()
    await page.getByRole('button', { name: 'Content warning', exact: true }).click()
    await page.getByRole('button', { name: 'Schedule', exact: true }).click()
    await page.getByLabel('To be posted on').fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Schedule it' }).click()
    await page.getByRole('alert').getByText('A poll needs two answers').waitFor()
  }),
  'compose-describe': inComposer((page) =>
    page.getByRole('button', { name: 'Add a description of rook.png' }).click(),
  ),
  'compose-crop': inComposer(async (page) => {
    await page.getByRole('button', { name: 'Crop or rotate' }).click()
    await page.getByRole('button', { name: /^Top left corner/ }).waitFor()
  }),
  'compose-thread': inComposer(async (page) => {
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Post it at once' }).click()
    await page.getByRole('button', { name: 'Add another post' }).click()
    await page.getByLabel('Text of post 2').fill(LONG)
  }),
}
