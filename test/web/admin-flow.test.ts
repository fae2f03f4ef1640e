import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { ON_SQLITE } from '../support/database-kind.ts'
import { PASSWORD, type TestServer } from '../support/server.ts'
import { type StaffShowcase, seedStaffWork } from '../support/staff-showcase.ts'
import { settled } from './admin-pages.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser || !ON_SQLITE }

let browser: TestBrowser
before(async () => {
  if (scripted.skip) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

interface Scene extends StaffShowcase {
  server: TestServer
  origin: string
  page: Page
}

test('the administration in a browser', scripted, async (context) => {
  const { server, origin } = await startWebServer()
  await using _ = server
  const work = await seedStaffWork(server)
  const inPage = (run: (scene: Scene) => Promise<void>) => async () => {
    await using opened = await browser.open()
    await run({ ...work, server, origin, page: await opened.newPage() })
  }
  await context.test(
    'whoever is signed out meanwhile signs in again, and what was typed is kept',
    inPage(signsInAgain),
  )
  await context.test('the administration works by keyboard alone', inPage(worksByKeyboard))
  await context.test(
    'A48: pages that the role does not allow are not offered',
    inPage(offersWhatIsAllowed),
  )
  await context.test('people who ask to join are let in together', inPage(letsIn))
  await context.test('lists are paged through, and the way back works', inPage(pagesThrough))
  await context.test(
    'a report is taken, answered with a suspension and resolved, in the browser',
    inPage(answersReport),
  )
})

async function signIn(
  { page, origin }: Pick<Scene, 'page' | 'origin'>,
  path: string,
  username = 'ada',
): Promise<void> {
  await page.goto(`${origin}/auth/sign_in?return_to=${encodeURIComponent(path)}`)
  await page.getByLabel('E-mail address or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function accountOf({ app }: TestServer, id: string) {
  return app.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function signsInAgain({ server, origin, page, reportId }: Scene) {
  await signIn({ page, origin }, `/admin/reports/${reportId}`)
  await page.getByLabel('New note').fill('Typed before the session ended')
  await server.app.transact((tx) =>
    tx.db
      .deleteFrom('session')
      .execute()
      .then(() => undefined),
  )
  server.clock.now += 1000

  await button(page, 'Add the note').click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  await button(page, 'Go on').click()
  await page.getByText('Not signed in yet.').waitFor()
  const tab = await page.context().newPage()
  await signIn({ page: tab, origin }, '/settings')
  await tab.waitForURL('**/settings')
  await button(page, 'Go on').click()

  await page.locator('.note-text', { hasText: 'Typed before the session ended' }).waitFor()
  assert.equal(await page.getByLabel('New note').inputValue(), '')
}

async function worksByKeyboard({ origin, page, reportId }: Scene) {
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await signIn({ page, origin }, '/admin')
  await settled({ page })

  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Skip to the content')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main')

  await page.getByRole('link', { name: 'Reports' }).first().focus()
  await page.keyboard.press('Enter')
  await settled({ page })
  assert.equal(await focused(), 'Reports')
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  assert.match(await page.title(), /^Reports · /)

  await page.goto(`${origin}/admin/reports/${reportId}`)
  await settled({ page })
  await button(page, 'Take it').focus()
  await page.keyboard.press('Enter')
  await page.getByText('You work on it.').waitFor()
  await page.keyboard.press('Tab')
  assert.notEqual(await focused(), 'Skip to the content')

  await button(page, 'Act on the account…').focus()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor()
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Tab')
    // the browser's own controls are no part of the document
    const where =
      'document.activeElement.closest("dialog") !== null || document.activeElement === document.body'
    assert.equal(await page.evaluate(where), true)
  }
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(), 'Act on the account…')
}

async function offersWhatIsAllowed({ origin, page }: Scene) {
  await signIn({ page, origin }, '/admin/roles', 'bea')
  await page.getByRole('heading', { name: 'Not part of your role' }).waitFor()

  const offered = await page.getByRole('navigation', { name: 'Administration' }).allInnerTexts()
  assert.match(offered.join(), /Reports/)
  assert.doesNotMatch(offered.join(), /Roles|Settings|Appeals/)
}

async function answersReport({ server, origin, page, target, reportId }: Scene) {
  await signIn({ page, origin }, '/admin')

  await page.getByRole('link', { name: /^3 open reports$/ }).click()
  await page.getByRole('link', { name: /Sells feathers of protected birds/ }).click()
  assert.equal(new URL(page.url()).pathname, `/admin/reports/${reportId}`)
  await button(page, 'Give it back').click()
  await button(page, 'Take it').click()
  await page.getByText('You work on it.').waitFor()
  await button(page, 'Act on the account…').click()
  await page.getByLabel('Suspend').check()
  await page.getByLabel('Text for them').fill('Selling these is a crime.')
  await button(page, 'Suspend the account').click()
  await page.getByText('Resolved', { exact: true }).first().waitFor()

  assert.equal(await page.locator('dialog').count(), 0)
  await page.getByText('Suspended', { exact: true }).first().waitFor()
  assert.notEqual((await accountOf(server, target.id)).suspended_at, null)
  const open = await server.app.db
    .selectFrom('report')
    .select('target_account_id')
    .where('action_taken_at', 'is', null)
    .execute()
  assert.ok(open.every((report) => report.target_account_id !== target.id))
  const warning = await server.app.db
    .selectFrom('account_warning')
    .select('text')
    .where('action', '=', 'suspend')
    .executeTakeFirstOrThrow()
  assert.equal(warning.text, 'Selling these is a crime.')
  await page.getByRole('navigation', { name: 'Administration' }).getByText('2 waiting').waitFor()
}

async function pagesThrough({ origin, page, owner, target }: Scene) {
  const path = `/api/rookery/v1/admin/accounts/${target.id}/notes`
  for (let count = 1; count <= 45; count++) {
    assert.equal((await owner.post(path, { content: `Note ${count}` })).statusCode, 200)
  }
  const entries = page.getByRole('list', { name: 'What was done' }).getByRole('listitem')
  await signIn({ page, origin }, '/admin/audit-log')
  await settled({ page })
  assert.equal(await entries.count(), 40)
  assert.equal(await page.getByRole('link', { name: '« First page' }).count(), 0)

  await page.getByRole('link', { name: 'Further ›' }).click()
  await settled({ page })
  assert.match(page.url(), /\?max_id=\d+$/)
  const rest = await entries.count()
  assert.ok(rest >= 5 && rest < 40, String(rest))
  await page.goBack()
  await settled({ page })
  assert.equal(await entries.count(), 40)

  await page.getByLabel('About').selectOption('Roles')
  await page.getByRole('button', { name: 'Search' }).click()
  await settled({ page })
  assert.equal(await entries.count(), 1)
  assert.match(page.url(), /\?target_type=role$/)
}

async function letsIn({ server, origin, page }: Scene) {
  const waiting = () =>
    server.app.db
      .selectFrom('local_user')
      .innerJoin('account', 'account.id', 'local_user.account_id')
      .select('account.username')
      .where('local_user.approved', '=', false)
      .execute()
  const before = (await waiting()).length
  await signIn({ page, origin }, '/admin/accounts/waiting')
  await page.getByLabel('Choose @wren').check()
  await page.getByLabel('Choose @jackdaw').check()

  await button(page, 'Let them in').click()
  await page.getByText('2 people let in').waitFor()
  await settled({ page })

  assert.equal(await page.getByLabel('Choose @wren').count(), 0)
  const left = await waiting()
  assert.equal(left.length, before - 2)
  await button(page, `Turn away @${left[0]?.username}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn away' }).click()
  await page.getByText('1 person turned away').waitFor()
  assert.equal((await waiting()).length, before - 3)
}
