import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { jobs as trends } from '../../src/features/trends/jobs.ts'
import { setAccount } from '../support/account-state.ts'
import { until } from '../support/in-time.ts'
import { dataUri, png } from '../support/media-api.ts'
import { PASSWORD, type TestServer } from '../support/server.ts'
import { type StaffShowcase, seedStaffWork } from '../support/staff-showcase.ts'
import { settled } from './admin-pages.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { said } from './said.ts'
import { signIn } from './sign-in.ts'

const OWN = '/api/rookery/v1/admin'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }

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
  await context.test('S-626 a person gets a mail that was looked at before', inPage(writesMail))
  await context.test('S-629 people are suggested in an order', inPage(suggests))
  await context.test('lists are paged through, and the way back works', inPage(pagesThrough))
  await context.test('trends open where something waits', inPage(reviewsTrends))
  await context.test('an invitation is made, and its link shown', inPage(invites))
  await context.test('emoji of the server are shown in names and texts', inPage(showsEmoji))
  await context.test(
    'a report is taken, answered with a suspension and resolved, in the browser',
    inPage(answersReport),
  )
  // last, as decisions resolve reports
  await context.test(
    'S-625 accounts are limited together, and who stands above is named',
    inPage(limitsMany),
  )
})

async function enter(
  { server, page, origin }: Pick<Scene, 'server' | 'page' | 'origin'>,
  path: string,
  username = 'ada',
): Promise<void> {
  await signIn(page, server, username)
  await page.goto(origin + path)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function accountOf({ app }: TestServer, id: string) {
  return app.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function signsInAgain({ server, origin, page, reportId }: Scene) {
  await enter({ server, page, origin }, `/admin/reports/${reportId}`)
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
  await tab.goto(`${origin}/auth/sign_in?return_to=/settings`)
  await tab.getByLabel('E-mail address or username').fill('ada')
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await tab.waitForURL('**/settings')
  await button(page, 'Go on').click()

  await page.locator('.note-text', { hasText: 'Typed before the session ended' }).waitFor()
  await becomes(() => page.getByLabel('New note').inputValue(), '')
}

async function worksByKeyboard({ server, origin, page, reportId }: Scene) {
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await enter({ server, page, origin }, '/admin')
  await settled({ page })

  await page.keyboard.press('Tab')
  await becomes(() => focused(), 'Skip to the content')
  await page.keyboard.press('Enter')
  await becomes(() => page.evaluate('document.activeElement.id'), 'main')

  await page.getByRole('link', { name: 'Reports' }).first().focus()
  await page.keyboard.press('Enter')
  await settled({ page })
  await becomes(() => focused(), 'Reports')
  await becomes(() => page.evaluate('document.activeElement.tagName'), 'H1')
  await becomes(() => page.title(), /^Reports · /)

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
  await becomes(() => focused(), 'Act on the account…')
}

async function offersWhatIsAllowed({ server, origin, page }: Scene) {
  await enter({ server, page, origin }, '/admin/roles', 'bea')
  await page.getByRole('heading', { name: 'Not part of your role' }).waitFor()

  const offered = page.getByRole('navigation', { name: 'Administration' })
  await offered.getByText('Reports').first().waitFor()
  assert.doesNotMatch(await offered.innerText(), /Roles|Settings|Appeals/)
}

async function answersReport({ server, origin, page, target, reportId }: Scene) {
  await enter({ server, page, origin }, '/admin')

  await page.getByRole('link', { name: /^3 open reports$/ }).click()
  await page.getByRole('link', { name: /Sells feathers of protected birds/ }).click()
  await page.waitForURL(`**/admin/reports/${reportId}`)
  await button(page, 'Give it back').click()
  await button(page, 'Take it').click()
  await page.getByText('You work on it.').waitFor()
  await button(page, 'Act on the account…').click()
  await page.getByLabel('Suspend').check()
  await page.getByLabel('Text for them').fill('Selling these is a crime.')
  await button(page, 'Suspend the account').click()
  await page.getByText('Resolved', { exact: true }).first().waitFor()

  await becomes(() => page.locator('dialog').count(), 0)
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
  const places = page.getByRole('navigation', { name: 'Administration' })
  await places.getByRole('link', { name: 'Reports 2 waiting' }).waitFor()
}

async function reviewsTrends({ server, origin, page }: Scene) {
  const people = []
  for (const name of ['robin', 'martin', 'jay']) {
    const user = await server.signUp(name)
    await user.patch('/api/v1/accounts/update_credentials', { discoverable: true })
    people.push(user)
  }
  const post = await people[0]!.publish('The first swallow of the year')
  for (const user of people) await user.post(`/api/v1/statuses/${post.id}/favourite`)
  await server.settle()
  await trends['trends.refresh']!.run(server.app, {}, 1)

  await enter({ server, page, origin }, '/admin/trends')
  await page.getByText('The first swallow of the year').waitFor()
  const chosen = page.getByRole('navigation', { name: 'Kind' }).locator('[aria-current=page]')
  await becomes(() => chosen.innerText(), 'Posts (1)')
  const approve = button(page, 'Approve the post of @robin')
  await approve.click()
  await page.getByText('May trend').waitFor()
  await becomes(() => approve.isDisabled(), true)
  await becomes(() => button(page, 'Reject the post of @robin').isDisabled(), false)
  // it stays where the person is, also as nothing waits there any more
  await page.getByText('Posts', { exact: true }).waitFor()
  await becomes(() => chosen.innerText(), 'Posts')
  await page.locator('main').getByRole('link', { name: 'Hashtags', exact: true }).click()
  await page.waitForURL(/view=hashtags$/)
}

async function invites({ server, origin, page, owner }: Scene) {
  await enter({ server, page, origin }, '/admin/invites')
  await button(page, 'Make an invitation').click()
  await page.getByLabel('How many people may use it').selectOption('5')
  await page.getByLabel('Note').fill('For the club')
  await button(page, 'Make the link').click()
  const link = await page.locator('.invite-link').innerText()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  const [made] = (await owner.get('/api/rookery/v1/invites')).json()
  assert.equal(made.url, link)
  assert.deepEqual([made.max_uses, made.comment], [5, 'For the club'])
  await page.getByText('For the club').waitFor()
}

async function showsEmoji({ server, origin, page, owner, target }: Scene) {
  const file = dataUri('image/png', await png(32, 32))
  const made = await owner.post(`${OWN}/custom_emojis`, { shortcode: 'rook_fly', file })
  assert.equal(made.statusCode, 200, made.body)
  const words = { display_name: 'Feathers :rook_fly:', note: 'Sells :rook_fly: here' }
  assert.equal((await target.patch('/api/v1/accounts/update_credentials', words)).statusCode, 200)

  await enter({ server, page, origin }, `/admin/accounts/${target.id}`)
  await settled({ page })

  await page.locator('main').getByAltText(':rook_fly:').nth(1).waitFor()
  await until(async () => !(await page.locator('main').innerText()).includes(':rook_fly:'))
}

async function pagesThrough({ server, origin, page, owner, target }: Scene) {
  const path = `/api/rookery/v1/admin/accounts/${target.id}/notes`
  for (let count = 1; count <= 45; count++) {
    assert.equal((await owner.post(path, { content: `Note ${count}` })).statusCode, 200)
  }
  const entries = page.getByRole('list', { name: 'What was done' }).getByRole('listitem')
  await enter({ server, page, origin }, '/admin/audit-log')
  await settled({ page })
  await becomes(() => entries.count(), 40)
  await becomes(() => page.getByRole('link', { name: '« First page' }).count(), 0)

  await page.getByRole('link', { name: 'Further ›' }).click()
  await page.waitForURL(/\?max_id=\d+$/)
  await until(async () => {
    const rest = await entries.count()
    return rest >= 5 && rest < 40
  })
  await page.goBack()
  await settled({ page })
  await becomes(() => entries.count(), 40)

  await page.getByLabel('About').selectOption('Roles')
  await page.getByRole('button', { name: 'Search' }).click()
  await settled({ page })
  await becomes(() => entries.count(), 1)
  await page.waitForURL(/\?target_type=role$/)
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
  await enter({ server, page, origin }, '/admin/accounts/waiting')
  await page.getByLabel('Choose @wren').check()
  await page.getByLabel('Choose @jackdaw').check()

  await button(page, 'Let them in').click()
  await said(page, '2 people let in')
  await settled({ page })

  await becomes(() => page.getByLabel('Choose @wren').count(), 0)
  const left = await waiting()
  assert.equal(left.length, before - 2)
  await button(page, `Turn away @${left[0]?.username}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn away' }).click()
  await said(page, '1 person turned away')
  await becomes(async () => (await waiting()).length, before - 3)
}

async function limitsMany({ server, origin, page }: Scene) {
  await enter({ server, page, origin }, '/admin/accounts')
  await settled({ page })
  const boxes = page.getByRole('checkbox', { name: /^Choose @/ })
  await boxes.nth(3).waitFor()
  const all = await boxes.count()

  // the keyboard chooses as the mouse does
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await page.getByText('1 chosen').waitFor()
  await boxes.last().click({ modifiers: ['Shift'] })
  await page.getByText(`${all} chosen`).waitFor()
  await page.getByLabel('Choose @featherdealer').uncheck()
  await button(page, 'Act on them…').click()
  await page.getByText(`${all - 1} people of this server.`).waitFor()
  await page.getByLabel('What to do').selectOption('Limit')
  await page.getByLabel('Text for them').fill('Too loud.')
  await button(page, `Limit ${all - 1} accounts`).click()

  await page.waitForURL('**/admin/accounts/batches/*')
  await server.settle()
  await page.getByRole('heading', { name: 'What failed' }).waitFor()
  const failed = page.locator('.batch-failures')
  await becomes(() => failed.innerText(), /@ada Their role is not below yours/)
  const { id } = await server.app.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', 'carla')
    .executeTakeFirstOrThrow()
  assert.notEqual((await accountOf(server, id)).silenced_at, null)
  const tried = page.waitForResponse(/\/retry$/)
  await button(page, 'Try these again').click()
  await tried
  await server.settle()
  await page.getByRole('heading', { name: 'What failed' }).waitFor()
  await page.getByRole('link', { name: 'Batch actions' }).click()
  await page.getByRole('link', { name: /accounts limited$/ }).waitFor()
}

async function writesMail({ server, origin, page, target }: Scene) {
  await enter({ server, page, origin }, `/admin/accounts/${target.id}`)
  await button(page, 'Write a mail…').click()
  await page.getByLabel('Subject').fill('Your shop')
  await page.getByLabel('Text', { exact: false }).last().fill('Please do not sell here.')
  await button(page, 'Show it as @featherdealer gets it').click()
  const shown = page.getByRole('region', { name: 'Preview' })
  await shown.getByText(/Please do not sell here\./).waitFor()
  await becomes(() => shown.innerText(), /write to you about your account @featherdealer/)
  await button(page, 'Send the mail').click()

  await page.getByRole('list', { name: 'Mails' }).getByText('Your shop').waitFor()
  await page.waitForURL(/tab=mails$/)
  await server.settle()
  const mail = server.mails.find(({ subject }) => subject === 'Your shop')
  assert.equal(mail?.to, target.email)
}

async function suggests({ server, origin, page }: Scene) {
  for (const name of ['carla', 'bea']) {
    const account = await server.app.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', name)
      .executeTakeFirstOrThrow()
    await setAccount(server, account, { discoverable: true, silenced_at: null })
  }
  await enter({ server, page, origin }, '/admin/suggestions')
  await page.getByText('Nobody is suggested by the staff yet.').waitFor()
  for (const name of ['carla', 'bea']) {
    await page.getByLabel('Add somebody').fill(name)
    await button(page, 'Search').click()
    await button(page, `Suggest @${name}`).click()
    await button(page, `Remove @${name}`).waitFor()
  }
  await button(page, 'Move @bea up').click()

  const list = page.getByRole('list', { name: 'Suggested people' }).getByRole('listitem')
  await list.first().getByText('@bea').waitFor()
  await becomes(() => page.locator('.suggested-preview').innerText(), /@bea[\s\S]*@carla/)
  const shown = async () =>
    (
      await server.app.db
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'featured_accounts')
        .executeTakeFirstOrThrow()
    ).value
  await becomes(shown, ['bea', 'carla'])
}
