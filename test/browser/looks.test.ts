import { after, before, test } from 'node:test'
import { ensureSetupLink } from '../../src/features/identity/sign-up/setup.ts'
import { unsubscribePath } from '../../src/features/notifications/digest/unsubscribe.ts'
import { registerApplication } from '../../src/features/oauth/applications.ts'
import type { TestServer } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, openLooker } from './every-look.ts'
import { signIn } from './sign-in.ts'

const LONG_NAME = 'an_account_with_thirty_letters'
const LONG_APP = 'Anextraordinarilylongapplicationnamewithoutasinglespaceinit!'

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

type Start = () => ReturnType<typeof startWebServer>

/** Looks at a page of a server that is started for it alone. */
async function inEveryLook(name: string, start: Start, act: Act): Promise<void> {
  const started = await start()
  await using _ = started.server
  await using looker = await openLooker(browser, started)
  await looker.look(name, act)
}

async function open() {
  const started = await startWebServer()
  await started.server.signUp(LONG_NAME, { role: 'Owner' })
  return started
}

async function authorizeAddress(server: TestServer, scopes: string, redirectUri: string) {
  const application = await server.app.transact((tx) =>
    registerApplication(tx, {
      name: LONG_APP,
      redirectUris: redirectUri,
      scopes,
      website: 'https://app.example',
    }),
  )
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: application.client_id,
    redirect_uri: redirectUri,
    scope: scopes,
  })
  return `/oauth/authorize?${query}`
}

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

test('the page of the first start is accessible in every look', scripted, async () => {
  const start = () => startWebServer()
  await inEveryLook('setup', start, async ({ to }, server) => {
    await to((await ensureSetupLink(server.app))!)
  })
  await inEveryLook('setup-wrong', start, async ({ page, to, press }, server) => {
    await to((await ensureSetupLink(server.app))!)
    await press('Yes, this is the address')
    await page.getByLabel('Username').fill('not a name')
    await press('Create the owner’s account')
  })
})

test('the sign-in page is accessible in every look', scripted, async () => {
  await inEveryLook('sign-in', open, ({ to }) => to('/auth/sign_in'))
  await inEveryLook('sign-in-wrong', open, async ({ page, to, press }) => {
    await to('/auth/sign_in')
    await page.getByLabel('E-mail address or username').fill('alice')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await press('Sign in')
  })
})

test('the sign-up pages are accessible in every look', scripted, async () => {
  const withRules = async () => {
    const started = await open()
    await started.server.set('registrations.mode', 'approval')
    await started.server.app.transact(async (tx) => {
      for (const rule of RULES) {
        const fixed = { translations: '{}', priority: 0, deleted_at: null, created_at: tx.now }
        const row = { id: tx.newId(), ...rule, ...fixed }
        await tx.db.insertInto('rule').values(row).execute()
      }
    })
    return started
  }
  await inEveryLook('sign-up', withRules, ({ to }) => to('/auth/sign_up'))
  await inEveryLook('sign-up-wrong', withRules, async ({ page, to, press }) => {
    await to('/auth/sign_up')
    await page.getByLabel('Username').fill('ålice')
    await press('Ask to join')
  })
  await inEveryLook('sign-up-closed', open, ({ to }) => to('/auth/sign_up'))
  await inEveryLook('sign-up-pending', open, ({ to }) => to('/auth/sign_up/pending?for=approval'))
})

const RULES = [
  { text: 'Be kind to the people behind the names', hint: 'Argue about the matter only.' },
  { text: 'No advertising', hint: '' },
]

test('the pages about forgotten passwords are accessible in every look', scripted, async () => {
  await inEveryLook('password-new', open, async ({ page, to, press }) => {
    await to('/auth/password/new')
    await page.getByLabel('E-mail address').fill(`${LONG_NAME}@example.org`)
    await press('Send the link')
  })
  await inEveryLook('password-edit', open, async ({ page, to, press }, server) => {
    await to('/auth/password/new')
    await page.getByLabel('E-mail address').fill(`${LONG_NAME}@example.org`)
    await press('Send the link')
    await server.settle()
    await to(/https?:\S+/.exec(server.mails.at(-1)?.text ?? '')?.[0] ?? '')
    await page.getByLabel('New password').fill('short')
    await press('Set the new password')
  })
  await inEveryLook('confirmation', open, ({ to }) => to('/auth/confirmation?confirmation_token=x'))
})

test('the consent page and the code are accessible in every look', scripted, async () => {
  const every = 'read write follow push read:statuses admin:read profile'
  await inEveryLook('consent', open, async ({ page, to }, server) => {
    await signIn(page, server, LONG_NAME)
    await to(await authorizeAddress(server, every, 'https://app.example/callback'))
  })
  await inEveryLook('code', open, async ({ page, to, press }, server) => {
    await signIn(page, server, LONG_NAME)
    await to(await authorizeAddress(server, 'read', 'urn:ietf:wg:oauth:2.0:oob'))
    await press('Authorize')
  })
  await inEveryLook('consent-refused', open, async ({ to }, server) => {
    const address = await authorizeAddress(server, 'read', 'https://app.example/callback')
    await to(`${address}&code_challenge=x&code_challenge_method=plain`)
  })
})

test('the welcome page and the one for errors are accessible in every look', scripted, async () => {
  await inEveryLook('welcome', open, async ({ page, to }, server) => {
    await signIn(page, server, LONG_NAME)
    await to('/welcome')
  })
  await inEveryLook('unsubscribe', open, async ({ to, page, press }, server) => {
    const { userId } = await server.signUp('unsubscriber')
    await to('/unsubscribe/digest?user=1')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await to(unsubscribePath(server.app.keys, userId))
    await press('Stop these mails')
    await page.getByRole('heading', { name: 'You get no more of these mails' }).waitFor()
  })
  await inEveryLook('not-found', open, ({ to }) => to('/no-such-page'))
})
