import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { noBrowser, startBrowser, startWebServer } from './browser.ts'
import { enterClient, pageAt, settled } from './client-pages.ts'
import { walkLooks } from './every-look.ts'

const scripted = { skip: noBrowser }

test('the frame and the preferences are accessible in every look', scripted, async () => {
  const started = await startWebServer()
  await using server = started.server
  await buildPages()
  await using browser = await startBrowser()
  await server.signUp('looker')
  const choose = (label: string) => (page: Page) => page.getByLabel(label).check()
  await walkLooks(browser, started, enterClient('looker', '/preferences'), {
    preferences: async () => {},
    contrast: ({ page }) => choose('High contrast')(page),
    large: async ({ page }) => {
      await choose('Follow the device')(page)
      await choose('Very large')(page)
    },
    keyboard: async (visit, _started) => {
      await choose('Normal')(visit.page)
      await pageAt('/keyboard')(visit)
    },
    filters: async (visit, _started) => {
      await pageAt('/filters')(visit)
    },
    'filter edit': async (visit, _started) => {
      await pageAt('/filters/new')(visit)
    },
    help: async ({ page }) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    'nothing there': async (visit, _started) => {
      await visit.page.keyboard.press('Escape')
      await pageAt('/home/nothing')(visit)
    },
    menu: async (visit, _started) => {
      await pageAt('/home')(visit)
      await visit.page
        .locator('.side, .phone-bar')
        .getByRole('button', { name: /^(More|Menu)$/ })
        .first()
        .click()
      await visit.page.getByRole('dialog').waitFor()
    },
  })
  await walkLooks(browser, started, async ({ to }) => to('/keyboard'), {
    visitor: ({ page }) => settled({ page }),
  })
})
