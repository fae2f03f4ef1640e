import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../support/server.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

/** Gives a page's browser an authenticator that always agrees. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    refuse: () =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    agree: () =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}

async function press(page: Page, name: string): Promise<void> {
  const next = page.waitForEvent('load')
  await page.getByRole('button', { name, exact: true }).click()
  await next
}

test('a browser makes a passkey and signs in with it', { skip: noBrowser }, async () => {
  const { server, origin } = await startWebServer({}, 'localhost')
  await using _ = server
  await server.signUp('alice')
  const context = await browser.open()
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const authenticator = await addAuthenticator(page)
  await page.goto(`${origin}/auth/sign_in?return_to=/settings/passkeys`)
  await page.getByLabel('E-mail address or username').fill('alice')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign in')

  await page.getByLabel('Name').fill('My laptop')
  await press(page, 'Add a passkey')
  assert.match(await page.content(), /The passkey was added/)
  await becomes(() => page.getByText('My laptop').count(), 1)
  const [credential] = await authenticator.credentials()
  assert.equal(credential?.rpId, 'localhost')
  assert.equal(credential?.isResidentCredential, true)
  await page.getByRole('button', { name: 'Add a passkey', exact: true }).click()
  await page.getByText('has a passkey for this account already').waitFor()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await press(page, 'Sign out')
  await page.goto(`${origin}/auth/sign_in?return_to=/settings/sessions`)
  await authenticator.refuse()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').getByText('cancelled').waitFor()
  await authenticator.agree()
  await press(page, 'Sign in with a passkey')
  assert.equal(new URL(page.url()).pathname, '/settings/sessions')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('without script the sign-in page offers the password alone', { skip: noBrowser }, async () => {
  const { server, origin } = await startWebServer({}, 'localhost')
  await using _ = server
  const context = await browser.open({ javaScriptEnabled: false })
  const page = await context.newPage()

  await page.goto(`${origin}/auth/sign_in`)

  assert.equal(await page.getByRole('button', { name: 'Sign in', exact: true }).isVisible(), true)
  assert.equal(
    await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible(),
    false,
  )
  await context.close()
})
