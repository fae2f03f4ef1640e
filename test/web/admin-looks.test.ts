import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { ON_SQLITE } from '../support/database-kind.ts'
import { visitAdmin } from './admin-pages.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { checkLooks } from './every-look.ts'

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
  const look = (name: string, path: string) =>
    checkLooks(browser, started, `admin-${name}`, (visit) => visitAdmin(visit, 'ada', path))

  await look('dashboard', '/admin')
  await look('nothing-here', '/admin/nothing')
})
