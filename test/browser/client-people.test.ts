import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { buildPages } from '../../scripts/build-pages.js'
import { replaceRules } from '../../src/features/instance/rules.ts'
import { letBeFound, makeCollection } from '../support/collections.ts'
import { until } from '../support/in-time.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { enterClient } from './client-pages.ts'
import { visitOf } from './every-look.ts'
import { said } from './said.ts'

// what runs in the browser is the same whatever the server reads from
const scripted = { skip: noBrowser }

interface Scene {
  server: TestServer
  page: Page
  origin: string
  /** who uses the page */
  ada: TestUser
  /** whom it is about */
  bob: TestUser
  open(path: string): Promise<void>
}

let browser: TestBrowser
before(async () => {
  if (scripted.skip) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

const stories: [name: string, run: (scene: Scene) => Promise<void>][] = []
/** A test with a window and two people of its own; they share one server. */
const story = (name: string, run: (scene: Scene) => Promise<void>) => stories.push([name, run])

test('people in a browser', scripted, async (context) => {
  const { server, origin } = await startWebServer()
  await using _ = server
  await server.app.transact((tx) =>
    replaceRules(tx, [
      { text: 'Be kind', hint: '' },
      { text: 'No advertising', hint: 'Not even for birds.' },
    ]),
  )
  for (const [index, [name, run]] of stories.entries()) {
    const ada = await server.signUp(`ada${index}`)
    const bob = await server.signUp(`bob${index}`)
    await context.test(name, async () => {
      await using opened = await browser.open({ locale: 'en-GB' })
      const page = await opened.newPage()
      await enterClient(ada.username)(visitOf(page, origin), server)
      const open = async (path: string) => void (await page.goto(origin + path))
      await run({ server, page, origin, ada, bob, open })
    })
  }
})

async function standing(ada: TestUser, id: string) {
  const response = await ada.get('/api/v1/accounts/relationships', { 'id[]': id })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()[0]
}

const chooseInMenu = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Goes to a page as a link within the client does. */
async function walk(page: Page, path: string): Promise<void> {
  const address = JSON.stringify(path)
  await page.evaluate(
    `history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

story('a follow shows at once, and its options are switched in place', async (scene) => {
  const { page, ada, bob, open } = scene
  await open(`/@${bob.username}`)

  await page.getByRole('button', { name: `Follow @${bob.username}` }).click()
  const following = page.getByRole('button', { name: 'Following: change' })
  await following.click()
  await page.getByRole('menuitemcheckbox', { name: 'Show their boosts' }).click()
  await following.click()
  await page.getByRole('menuitemcheckbox', { name: 'Notify me of new posts' }).click()

  await until(async () => {
    const now = await standing(ada, bob.id)
    return now.following && now.notifying && !now.showing_reblogs
  })
  await following.click()
  await page.getByRole('menuitem', { name: 'Unfollow' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unfollow' }).click()
  await page.getByRole('button', { name: `Follow @${bob.username}` }).waitFor()
})

story('a follow that the server refuses is taken back and said', async (scene) => {
  const { page, bob, open } = scene
  await open(`/@${bob.username}`)
  await page.route('**/follow', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))

  await page.getByRole('button', { name: `Follow @${bob.username}` }).click()

  await page.getByText('Try again in a moment').waitFor()
  await page.getByRole('button', { name: `Follow @${bob.username}` }).waitFor()
})

story('whoever approves followers is asked, and the request can be taken back', async (scene) => {
  const { page, ada, bob, open } = scene
  await letBeFound(bob, { locked: true })
  await open(`/@${bob.username}`)

  await page.getByRole('button', { name: `Follow @${bob.username}` }).click()
  await page.getByRole('button', { name: /^Requested/ }).click()
  await page.getByRole('button', { name: 'Take back the request' }).click()

  await page.getByRole('button', { name: `Follow @${bob.username}` }).waitFor()
  await until(async () => !(await standing(ada, bob.id)).requested)
})

story('a mute has a length, and the posts leave the home feed', async (scene) => {
  const { page, ada, bob, open } = scene
  await ada.follow(bob)
  await bob.publish('What bob says')
  await open('/home')
  await page.getByText('What bob says').waitFor()
  await page.getByText('What bob says').click()
  await page
    .getByRole('link', { name: `@${bob.username}` })
    .first()
    .click()

  await chooseInMenu(page, /^Mute/)
  await page.getByLabel('1 day').check()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByRole('button', { name: 'Unmute' }).waitFor()

  await until(async () => {
    const { muting, muting_expires_at } = await standing(ada, bob.id)
    return muting && muting_expires_at !== null
  })
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await becomes(() => page.getByText('What bob says').count(), 0)

  await open('/mutes')
  await page.getByText('Ends in').waitFor()
  await page.getByRole('button', { name: `Unmute @${bob.username}` }).click()
  await page.getByRole('button', { name: `Mute again @${bob.username}` }).waitFor()
  await becomes(async () => (await standing(ada, bob.id)).muting, false)
})

story('a block hides what was posted, and is taken back from the list', async (scene) => {
  const { page, ada, bob, open } = scene
  await bob.publish('What bob says')
  await open(`/@${bob.username}`)
  await page.getByText('What bob says').waitFor()

  await chooseInMenu(page, /^Block/)
  await page.getByRole('button', { name: 'Block', exact: true }).click()

  await page.getByText('What they posted is hidden').waitFor()
  await becomes(() => page.getByText('What bob says').count(), 0)
  await becomes(async () => (await standing(ada, bob.id)).blocking, true)
  await open('/blocks')
  await page.getByRole('button', { name: `Unblock @${bob.username}` }).click()
  await page.getByRole('button', { name: `Block again @${bob.username}` }).waitFor()
  await becomes(async () => (await standing(ada, bob.id)).blocking, false)
})

story('a report names rules and posts, and is forwarded where it belongs', async (scene) => {
  const { server, page, ada } = scene
  const id = await insertRemoteAccount(server.app, { username: 'eve', domain: 'far.example' })
  await walk(page, '/@eve@far.example')

  await chooseInMenu(page, /^Report/)
  await page.getByText('It breaks the rules').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('No advertising').click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('There are no posts that you can see').last().waitFor()
  await page.getByRole('button', { name: 'Go on without posts' }).click()
  await page.getByLabel('Comment').fill('Sells umbrellas')
  await page.getByLabel('Send a copy to far.example').check()
  await page.getByRole('button', { name: 'Send the report' }).click()
  await page.getByText('Thank you for reporting').waitFor()

  const report = await server.app.db.selectFrom('report').selectAll().executeTakeFirstOrThrow()
  assert.equal(report.account_id, ada.id)
  assert.equal(report.target_account_id, id)
  assert.equal(report.category, 'violation')
  assert.equal(report.comment, 'Sells umbrellas')
  assert.equal(report.forwarded, true)

  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByRole('heading', { name: 'Mute @eve@far.example?' }).waitFor()
})

story('a private note is written in place and stays after a failure', async (scene) => {
  const { page, ada, bob, open } = scene
  await open(`/@${bob.username}`)
  await page.getByRole('button', { name: 'Add a private note' }).click()
  const note = page.getByLabel('Private note')
  await note.fill('Met at the marsh')
  await page.route('**/note', (route) => route.abort(), { times: 1 })

  await page.getByRole('button', { name: 'Save the note' }).click()
  await page.getByRole('alert').waitFor()
  await becomes(() => note.inputValue(), 'Met at the marsh')
  await page.getByRole('button', { name: 'Save the note' }).click()

  await page.getByText('Your private note:').waitFor()
  assert.equal((await standing(ada, bob.id)).note, 'Met at the marsh')
})

story('a list is made, filled, changed and deleted', async (scene) => {
  const { server, page, ada, bob, open } = scene
  await ada.follow(bob)
  const stranger = await server.signUp('stranger')
  await open('/lists')

  await page.getByLabel('New list').fill('Birds')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByLabel('Search for people').fill(bob.username)
  await page.getByRole('button', { name: `Add @${bob.username}` }).click()
  await page
    .getByRole('button', { name: `Remove @${bob.username}` })
    .first()
    .waitFor()
  // a list is of those whom one follows: others are followed on the way
  await page.getByLabel('Search for people').fill(stranger.username)
  await page.getByRole('button', { name: 'Follow and add: @stranger' }).click()
  await page.getByRole('button', { name: 'Remove @stranger' }).first().waitFor()
  assert.equal((await standing(ada, stranger.id)).following, true)
  await page.getByLabel('Keep these people out').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await said(page, 'The list is saved')

  const [list] = (await ada.get('/api/v1/lists')).json()
  assert.equal(list.exclusive, true)
  const members = (await ada.get(`/api/v1/lists/${list.id}/accounts`)).json()
  assert.deepEqual(
    members.map((member: { id: string }) => member.id),
    [stranger.id, bob.id],
  )

  await page.getByRole('button', { name: 'Delete the list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the list' }).click()
  await page.getByText('You have no lists yet').waitFor()
})

story('somebody is put into a list from their profile', async (scene) => {
  const { page, ada, bob, open } = scene
  await ada.follow(bob)
  await open(`/@${bob.username}`)

  await chooseInMenu(page, /^Add to lists/)
  await page.getByLabel('New list').fill('Birds')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('checkbox', { name: 'Birds', checked: true }).waitFor()

  const lists = (await ada.get(`/api/v1/accounts/${bob.id}/lists`)).json()
  assert.equal(lists[0].title, 'Birds')
})

story('a collection is made and filled, and whoever is in it leaves', async (scene) => {
  const { page, ada, bob, open } = scene
  await letBeFound(bob)
  await letBeFound(ada)
  await open('/collections')

  await page.getByRole('button', { name: 'New collection' }).click()
  await page.getByLabel(/^Name/).fill('Ringers')
  await page.getByRole('button', { name: 'Make the collection' }).click()
  await page.getByLabel('Search for people').fill(bob.username)
  await page.getByRole('button', { name: `Add @${bob.username}` }).click()
  await page.getByText('Agreed').waitFor()
  const { collections } = (await ada.get(`/api/v1/accounts/${ada.id}/collections`)).json()
  assert.equal(collections[0].item_count, 1)

  const other = await makeCollection(bob, { name: 'Bob’s people', account_ids: [ada.id] })
  await open(`/collections/${other.id}`)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByText('Nobody is in this collection yet').waitFor()
})

story('the profile is edited, with a picture that is cropped', async (scene) => {
  const { page, ada, open } = scene
  await open('/profile/edit')
  const wide = { width: 900, height: 300, channels: 3 as const, background: '#385' }
  const buffer = await sharp({ create: wide }).png().toBuffer()

  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /: Picture$/ }).click()
  await (await chosen).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('slider', { name: 'Zoom' }).fill('2')
  await page.getByRole('slider', { name: 'Left or right' }).fill('1')
  await page.getByRole('button', { name: 'Use this part' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ada Marsh')
  await page.getByLabel('About you').fill('Counts birds')
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByLabel('Name of field 1').fill('Pronouns')
  await page.getByLabel('Content of field 1').fill('she/her')
  await page.route('**/api/v1/profile', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Save the profile' }).click()
  await page.getByRole('alert').waitFor()
  await becomes(() => page.getByLabel('About you').inputValue(), 'Counts birds')
  await page.getByRole('button', { name: 'Save the profile' }).click()
  await said(page, 'The profile is saved')

  const profile = (await ada.get('/api/v1/profile')).json()
  assert.equal(profile.display_name, 'Ada Marsh')
  assert.equal(profile.note, 'Counts birds')
  assert.deepEqual(
    profile.fields.map(({ name, value }: { name: string; value: string }) => [name, value]),
    [['Pronouns', 'she/her']],
  )
  const picture = await page.request.get(profile.avatar)
  const { width, height } = await sharp(await picture.body()).metadata()
  assert.deepEqual([width, height], [400, 400])
})

story('a handle that nobody has leads on', async ({ page }) => {
  await walk(page, '/@nobody')
  await page.getByText('There is nobody called @nobody').waitFor()
  await page.getByRole('link', { name: 'Search for “nobody”' }).waitFor()

  await walk(page, '/@someone@127.0.0.2')
  await page.getByText('@someone@127.0.0.2 was not found').waitFor()
  const link = page.getByRole('link', { name: 'Look at 127.0.0.2' })
  assert.equal(await link.getAttribute('href'), 'https://127.0.0.2/@someone')
})
