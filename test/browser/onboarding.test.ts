import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { ensureSetupLink } from '../../src/features/identity/sign-up/setup.ts'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import { setupMarks } from '../../src/features/instance/setup-marks.ts'
import { letBeFound, makeCollection } from '../support/collections.ts'
import { PASSWORD, type TestServer } from '../support/server.ts'
import { settled } from './admin-pages.ts'
import {
  becomes,
  becomesTrue,
  noBrowser,
  startBrowser,
  startWebServer,
  type TestBrowser,
} from './browser.ts'
import { settingsSent } from './client-pages.ts'
import { holdsAxe } from './every-look.ts'
import { said } from './said.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-GB' }

let browser: TestBrowser
before(async () => {
  if (scripted.skip) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

test('an owner sets a new server up in the browser, on a phone', scripted, async () => {
  const { server, origin } = await startWebServer()
  await using _ = server
  await using context = await browser.open(PHONE)
  const page = await context.newPage()
  const line = (title: string) => page.locator('.checklist > li', { hasText: title })
  const isDone = async (title: string) => line(title).getByText('done', { exact: false }).first()

  await page.goto((await ensureSetupLink(server.app))!)
  await page.getByRole('heading', { name: 'Is this the address?' }).waitFor()
  await becomes(() => page.locator('#address').textContent(), origin)
  await page.getByText('for trying out only').waitFor()
  await holdsAxe(page, 'owner-address')
  await page.getByRole('button', { name: 'Yes, this is the address' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('E-mail address').fill('ada@birds.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the owner’s account' }).click()
  await page.getByRole('heading', { name: 'Welcome, ada!' }).waitFor()

  await page.getByRole('link', { name: 'Go through what is left to set up' }).click()
  await settled({ page })
  await page.getByText('0 of 8 done').waitFor()
  await holdsAxe(page, 'owner-checklist')

  await line('Give the server a name').getByRole('link', { name: 'Name it' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the server').fill('Birds of the hedge')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await page.getByText('Saved').first().waitFor()
  await page.goto(`${origin}/admin`)
  await page.getByText('1 of 8 done').waitFor()
  await (await isDone('Give the server a name')).waitFor()

  await page.getByRole('button', { name: 'Send me a test mail' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The mail to ada@birds.example became a file').waitFor()
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    ['ada@birds.example'],
  )
  server.app.mailer.send = async () => {
    throw new Error('The mail was not sent: 535 wrong password')
  }
  await page.getByRole('button', { name: 'Send me a test mail' }).click()
  await page.getByText('535 wrong password').waitFor()

  await page.getByRole('button', { name: 'Hide “Make a backup”' }).click()
  await line('Make a backup').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show hidden lines again' }).click()
  await line('Make a backup').waitFor()

  await server.set('description', 'About birds')
  await server.set('registrations.mode', 'open')
  Object.assign(server.app.config, { smtpUrl: 'smtp://mail.birds.test' })
  await server.app.transact(async (tx) => {
    await setupMarks.save(tx, 'mail', { at: tx.now, host: 'mail.birds.test' })
    await backupMarks.save(tx, 'made', { at: tx.now })
  })
  await page.goto(`${origin}/admin`)
  await page.getByText('5 of 8 done').waitFor()
  await page.getByText('mail.birds.test took a mail on').waitFor()
  await holdsAxe(page, 'owner-checklist-half')
  for (const title of ['Give it an icon', 'Write the rules', 'Publish a first announcement']) {
    await page.getByRole('button', { name: `Hide “${title}”` }).click()
    await line(title).waitFor({ state: 'detached' })
  }
  await page.getByRole('heading', { name: 'Set up your server' }).waitFor({ state: 'detached' })
})

async function seedPeople(server: TestServer) {
  const owner = await server.signUp('owner', { role: 'Owner' })
  const [bob, carol, dora] = [
    await server.signUp('bob'),
    await server.signUp('carol'),
    await server.signUp('dora'),
  ]
  for (const user of [bob, carol, dora]) await letBeFound(user)
  const { id } = await makeCollection(owner, {
    name: 'People of the hedge',
    description: 'They write about birds',
    account_ids: [bob.id, carol.id],
  })
  await server.set('featured_accounts', ['dora'])
  await server.set('registrations.mode', 'open')
  return { owner, bob, carol, dora, collectionId: id as string }
}

test(
  'a newcomer is led from sign-up to a home with people in it, on a phone',
  scripted,
  async () => {
    const { server, origin } = await startWebServer()
    await using _ = server
    const { owner, bob, carol, dora, collectionId } = await seedPeople(server)
    await server.set('featured_collections', [collectionId])
    const post = await dora.publish('The first swifts are back')
    await bob.post(`/api/v1/statuses/${post.id}/favourite`)
    await using context = await browser.open(PHONE)
    const page = await context.newPage()
    const heading = (name: string) => page.getByRole('heading', { name })
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await page.goto(`${origin}/auth/sign_up`)
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('E-mail address').fill('ada@birds.example')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('checkbox').check()
    await button('Create account').click()
    await heading('Who are you?').waitFor()
    await holdsAxe(page, 'start-profile')
    await page.getByLabel('Name', { exact: true }).fill('Ada of the hedge')
    await button('Save and go on').focus()
    await page.keyboard.press('Enter')

    await heading('Coming from another server?').waitFor()
    await becomesTrue(page, 'document.activeElement.tagName === "H2"')
    for (const path of ['/settings/migration', '/settings/import']) {
      await page.locator(`.start-links a[href="${path}"]`).first().waitFor()
    }
    await holdsAxe(page, 'start-moving')
    await button('Go on').click()

    await heading('Which languages do you read?').waitFor()
    await page.getByLabel('Another language').selectOption('de')
    await page.getByRole('checkbox', { name: /Deutsch/, checked: true }).waitFor()
    await page.getByRole('checkbox', { name: 'English' }).check()
    await holdsAxe(page, 'start-languages')

    await page.goto(`${origin}/home`)
    await settingsSent(page)
    await page.getByRole('link', { name: 'Go on', exact: true }).click()
    await heading('Which languages do you read?').waitFor()
    // the file of the page is there by now, as it is for whoever pointed at the link for a moment
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await page.getByRole('link', { name: 'Go on', exact: true }).click()
    await heading('Which languages do you read?').waitFor()
    await page.getByLabel('Another language').selectOption('de')
    await page.getByRole('checkbox', { name: 'English' }).check()
    await button('Save and go on').click()

    await heading('Whom do you want to read?').waitFor()
    await page.getByRole('button', { name: 'Show: People of the hedge' }).click()
    await holdsAxe(page, 'start-people')
    await button('Follow all').click()
    await said(page, 'You follow all of them')
    await page.getByText('@dora').first().waitFor()
    await bob.publish('A wren sings')
    await server.settle()
    await button('Go to your home timeline').click()
    await heading('Home').waitFor()
    assert.equal(await page.getByText('Your first steps').count(), 0)
    await page.getByText('A wren sings').waitFor()

    const ada = await server.app.db
      .selectFrom('account')
      .innerJoin('local_user', 'local_user.account_id', 'account.id')
      .select(['account.id', 'display_name', 'chosen_languages'])
      .where('username_lower', '=', 'ada')
      .executeTakeFirstOrThrow()
    assert.equal(ada.display_name, 'Ada of the hedge')
    assert.deepEqual([...(ada.chosen_languages ?? [])].sort(), ['de', 'en'])
    const follows = await server.app.db
      .selectFrom('follow')
      .select('target_id')
      .where('account_id', '=', ada.id)
      .execute()
    assert.deepEqual(follows.map(({ target_id }) => target_id).sort(), [bob.id, carol.id].sort())
    assert.ok(owner.id !== ada.id)
  },
)

test(
  'an empty home shows people and popular posts, and staff offer a collection',
  scripted,
  async () => {
    const { server, origin } = await startWebServer()
    await using _ = server
    const { owner, dora, collectionId } = await seedPeople(server)
    const post = await dora.publish('The first swifts are back')
    await using context = await browser.open(PHONE)
    const page = await context.newPage()
    await page.route('**/api/v1/trends/statuses*', async (route) => {
      const shown = await owner.get(`/api/v1/statuses/${post.id}`)
      await route.fulfill({ json: [shown.json()] })
    })

    await page.goto(`${origin}/auth/sign_in?return_to=${encodeURIComponent('/home')}`)
    await page.getByLabel('E-mail address or username').fill('owner')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The first swifts are back').waitFor()
    await page.getByText('Recommended by this server').waitFor()
    await page.getByRole('link', { name: 'Your first steps' }).waitFor()
    await holdsAxe(page, 'home-empty')

    await page.goto(`${origin}/collections/${collectionId}`)
    await page.getByRole('button', { name: 'Offer to newcomers' }).click()
    await page.getByRole('button', { name: 'No longer offer to newcomers' }).waitFor()
    const { collections } = (await dora.get('/api/rookery/v1/starter_collections')).json()
    assert.deepEqual(
      collections.map(({ id }: { id: string }) => id),
      [collectionId],
    )
  },
)
