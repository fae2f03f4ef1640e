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
    keyboard: async (visit, started) => {
      await choose('Normal')(visit.page)
      await pageAt('/keyboard')(visit, started)
    },
    filters: async (visit, started) => {
      await pageAt('/filters')(visit, started)
    },
    'filter edit': async (visit, started) => {
      await pageAt('/filters/new')(visit, started)
    },
    help: async ({ page }) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    'nothing there': async (visit, started) => {
      await visit.page.keyboard.press('Escape')
      await pageAt('/home/nothing')(visit, started)
    },
    menu: async (visit, started) => {
      await pageAt('/home')(visit, started)
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
