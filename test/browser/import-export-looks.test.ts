import { after, before, test } from 'node:test'
import { requestArchive } from '../../src/features/transfer/archives/request.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, openLooker, type Visit } from './every-look.ts'
import { signIn } from './sign-in.ts'

const LONG_NAME = 'an_account_with_thirty_letters'
const PATH = '/settings/import_export'

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

async function choose({ page, to, press }: Visit, name: string, text: string): Promise<void> {
  await to(PATH)
  const buffer = Buffer.from(text)
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer })
  await press('Look at the file')
}

test('import and export are accessible in every look', { skip: noBrowser }, async () => {
  const started = await startWebServer({}, 'localhost')
  const { server } = started
  await using _ = server
  const { id } = await server.signUp(LONG_NAME, { role: 'Owner' })
  await using looker = await openLooker(browser, started)
  await signIn(looker.visit.page, server, LONG_NAME)
  const look = (name: string, act: Act) => looker.look(`transfer-${name}`, act)
  await look('wrong', (visit) => choose(visit, 'a.csv', 'nothing at all'))
  await server.app.transact((tx) => requestArchive(tx, id))
  await look('making', ({ to }) => to(PATH))
  const long = `${'an_extraordinarily_long_name'.repeat(3)}@${'long.'.repeat(20)}example`
  const name = `${'a-very-long-name-of-a-file-without-any-space'.repeat(3)}.csv`
  await look('unconfirmed', (visit) => choose(visit, name, `${long}\n${'x'.repeat(300)}\n`))
  await server.app.transact((tx) =>
    tx.db.updateTable('data_import').set({ state: 'running' }).execute(),
  )
  await server.app.transact((tx) =>
    tx.db.updateTable('data_export').set({ state: 'ready', size: 1_234_567 }).execute(),
  )
  await look('ready', ({ to }) => to(PATH))
  await look('running', async ({ to, page }) => {
    await to(PATH)
    const [place] = await page
      .locator('a[href*="/imports/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    await to(place!)
  })
  await look('finished', async ({ to, page }) => {
    await to(PATH)
    await page.getByText('under way').first().waitFor()
    await page.getByLabel('What it is').selectOption('Bookmarks')
    await server.app.transact((tx) =>
      tx.db.updateTable('data_import').set({ state: 'finished', finished_at: 0 }).execute(),
    )
    // by itself, and without losing what was begun beside it
    await page.getByText('finished').first().waitFor()
    await becomes(() => page.getByLabel('What it is').inputValue(), 'bookmarks')
  })
})
