import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { PASSWORD, type TestServer } from '../support/server.ts'
import {
  becomes,
  listening,
  noBrowser,
  startBrowser,
  startWebServer,
  type TestBrowser,
} from './browser.ts'
import { enterClient, settled } from './client-pages.ts'
import { type Act, type Visit, visitOf, walkLooks } from './every-look.ts'
import { patient } from './said.ts'

const skip = noBrowser

let browser: TestBrowser
let started: { server: TestServer; origin: string }

async function enter(context: BrowserContext, name: string): Promise<Visit> {
  await waitForOthers(context)
  const visit = visitOf(await context.newPage(), started.origin)
  await enterClient(name)(visit, started.server)
  return visit
}

/** The menu waits for the other accounts as long as they take to come. */
const waitForOthers = (context: BrowserContext) => context.addInitScript(patient(400))

const accountButton = (page: Page) =>
  page.getByRole('button', { name: /^Account .*@/, includeHidden: true })

async function openMenu(page: Page): Promise<void> {
  await accountButton(page).click()
  await page.getByRole('menu', { name: 'Account' }).waitFor()
}

/** As whom the page says that it acts. */
const whoIs = async (page: Page): Promise<string> =>
  /@(\w+)/.exec((await accountButton(page).textContent()) ?? '')?.[1] ?? ''

const choose = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: typeof name === 'string' }).click()

/** Signs somebody in beside who is. */
async function add({ page, press }: Visit, name: string): Promise<void> {
  await openMenu(page)
  await choose(page, 'Add an account')
  await page.getByLabel('E-mail address or username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press('Sign in')
  await page.goto(`${started.origin}/home`)
  await settled({ page })
}

const actsAs = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Account .*@${name}$`) }).waitFor()

// a suite, so that the server ends before the folder of its database does
describe('accounts of a browser', { skip }, () => {
  before(async () => {
    await buildPages()
    browser = await startBrowser()
    started = await startWebServer()
    for (const name of ['alice', 'bob', 'carol']) await started.server.signUp(name)
    await started.server.signUp('owner', { role: 'Owner' })
  })

  after(async () => {
    // what the last page began is written before the database goes
    await started.server.settle()
    await started.server[Symbol.asyncDispose]()
    await browser[Symbol.asyncDispose]()
  })

  test('an account is added, and one goes on as either; the other tabs go along', {
    skip,
  }, async () => {
    const context = await browser.open()
    const visit = await enter(context, 'alice')
    await add(visit, 'bob')
    await becomes(() => whoIs(visit.page), 'bob')
    const other = visitOf(await context.newPage(), started.origin)
    await other.to('/home')
    await becomes(() => whoIs(other.page), 'bob')

    await openMenu(visit.page)
    await choose(visit.page, /alice/)

    await actsAs(visit.page, 'alice')
    await actsAs(other.page, 'alice')
    await context.close()
  })

  test('a tab that heard of nothing shows and does nothing as another account', {
    skip,
  }, async () => {
    const context = await browser.open()
    const visit = await enter(context, 'alice')
    const deaf = await context.newPage()
    await deaf.addInitScript(
      'globalThis.BroadcastChannel = class extends EventTarget { postMessage() {} }',
    )
    const isLive = listening(deaf)
    await deaf.goto(`${started.origin}/home`)
    // it has asked all that it asks by itself, which is more once it is live
    await isLive()
    await deaf.waitForLoadState('networkidle')
    await becomes(() => whoIs(deaf), 'alice')
    await add(visit, 'bob')
    assert.equal(await whoIs(deaf), 'alice')
    const answers: number[] = []
    deaf.on('response', (response) => {
      if (response.url().includes('/api/v1/bookmarks')) answers.push(response.status())
    })

    await deaf.evaluate(
      `history.pushState(null, '', '/bookmarks'); dispatchEvent(new PopStateEvent('popstate'))`,
    )

    await actsAs(deaf, 'bob')
    assert.equal(answers[0], 401)
    await context.close()
  })

  test('signing out goes on with the next account, and then to the start page', {
    skip,
  }, async () => {
    const context = await browser.open()
    const visit = await enter(context, 'alice')
    await add(visit, 'bob')
    await openMenu(visit.page)
    await choose(visit.page, 'Sign out')
    await actsAs(visit.page, 'alice')

    await openMenu(visit.page)
    await choose(visit.page, 'Sign out')

    await visit.page.waitForURL(`${started.origin}/`)
    await context.close()
  })

  test('all accounts are signed out at once, after a question', async () => {
    const context = await browser.open()
    const visit = await enter(context, 'alice')
    await add(visit, 'bob')
    await openMenu(visit.page)
    await choose(visit.page, 'Sign out of all accounts')

    await visit.page.getByRole('button', { name: 'Sign out of all', exact: true }).click()

    await visit.page.waitForURL(`${started.origin}/`)
    await visit.to('/home')
    assert.match(visit.page.url(), /\/auth\/sign_in/)
    await context.close()
  })

  test('the menu works by keyboard and gives the focus back', async () => {
    const context = await browser.open()
    const { page } = await enter(context, 'alice')
    const focused = () => page.evaluate('document.activeElement?.textContent ?? ""')
    await accountButton(page).focus()

    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await becomes(() => accountButton(page).getAttribute('aria-expanded'), 'true')
    await becomes(() => focused(), 'Add an account')
    await page.keyboard.press('ArrowDown')
    await becomes(() => focused(), 'Profile')
    await page.keyboard.press('End')
    await becomes(() => focused(), 'Sign out')
    await page.keyboard.press('Escape')

    await page.getByRole('menu').waitFor({ state: 'detached' })
    await becomes(() => accountButton(page).getAttribute('aria-expanded'), 'false')
    await becomes(
      () => page.evaluate('document.activeElement?.classList.contains("account-menu-button")'),
      true,
    )
    await context.close()
  })

  const LONG = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Northern Marshes'

  test('how it looks: the menu, the list of accounts, adding one', async () => {
    const { server } = started
    const bob = server.app.db.selectFrom('account').select('id').where('username', '=', 'carol')
    const { id } = await bob.executeTakeFirstOrThrow()
    await server.app.transact((tx) =>
      tx.db.updateTable('account').set({ display_name: LONG }).where('id', '=', id).execute(),
    )
    const begin: Act = async (visit) => {
      await waitForOthers(visit.page.context())
      await enterClient('carol')(visit, server)
      await add(visit, 'owner')
    }
    const menu: Act = async ({ page }) => {
      await openMenu(page)
      await page.locator('[role=menu] .avatar').waitFor()
    }

    await walkLooks(browser, started, begin, {
      'account-menu': menu,
      'accounts-page': ({ to }) => to('/auth/accounts?return_to=/home'),
      'accounts-add': ({ to }) => to('/auth/sign_in?add=1'),
      'accounts-add-wrong': async ({ page, press }) => {
        await page.getByLabel('E-mail address or username').fill('bob')
        await page.getByLabel('Password', { exact: true }).fill('wrong')
        await press('Sign in')
      },
      'accounts-session-ended': async ({ to }) => {
        await server.app.transact((tx) =>
          tx.db
            .deleteFrom('session')
            .where(
              'user_id',
              'in',
              tx.db.selectFrom('local_user').select('id').where('email', '=', 'owner@example.org'),
            )
            .execute(),
        )
        await to('/auth/sign_in')
      },
    })
  })
})
