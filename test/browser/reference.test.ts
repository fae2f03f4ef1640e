import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestServer } from '../support/server.ts'
import { pageAt, visit } from '../web/public-page.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { openLooker } from './every-look.ts'

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

test('the reference shows every part, its operations and the entities they answer with', async () => {
  await using server = await startTestServer()

  const start = await pageAt(server, '/developers')
  for (const [, part = ''] of start.matchAll(/href="\/developers\/([a-z]+)"/g)) {
    assert.match(await pageAt(server, `/developers/${part}`), /class="card operation"/, part)
  }
  const statuses = await pageAt(server, '/developers/statuses')
  assert.match(statuses, /<strong>POST<\/strong> \/api\/v1\/statuses/)
  assert.match(statuses, /<code>write:statuses<\/code>/)
  assert.match(statuses, /href="\/developers\/entities\/Status">Status<\/a>/)
  const status = await pageAt(server, '/developers/entities/Status')
  assert.match(status, /<code class="break">spoiler_text<\/code>/)
  assert.match(status, /href="\/developers\/timelines#getApiV1TimelinesHome"/)

  for (const path of ['/developers/nothing', '/developers/entities/toString']) {
    assert.equal((await visit(server, path)).statusCode, 404, path)
  }
})

test('the reference is accessible in every look', {
  skip: noBrowser,
}, async (context) => {
  const started = await startWebServer()
  await using _server = started.server
  const pages = {
    'reference-start': '/developers',
    'reference-part': '/developers/statuses',
    'reference-entity': '/developers/entities/Status',
  }
  await using looker = await openLooker(browser, started)
  for (const [name, path] of Object.entries(pages)) {
    await context.test(name, () => looker.look(name, (visit) => visit.to(path)))
  }
})
