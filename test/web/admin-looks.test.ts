import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { ON_SQLITE } from '../support/database-kind.ts'
import { enterAdmin, pageAt } from './admin-pages.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { walkLooks } from './every-look.ts'

let browser: TestBrowser
before(async () => {
  if (noBrowser) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// they look the same whatever they are read from
const scripted = { skip: noBrowser || !ON_SQLITE }

test('the pages of the administration are accessible in every look', scripted, async () => {
  const started = await startWebServer()
  await using _ = started.server
  await started.server.signUp('ada', { role: 'Owner' })
  await walkLooks(browser, started, enterAdmin('ada'), {
    'admin-dashboard': pageAt('/admin'),
    'admin-nothing': pageAt('/admin/nothing'),
  })
})
