import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authenticator } from '../support/authenticator.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { linkIn, PageClient } from '../web/page-client.ts'

const ORIGIN = 'https://rookery.test'
const NEW_PASSWORD = 'an altogether different one'

async function startWithThief(server: TestServer) {
  await server.set('registrations.confirm_email', true)
  const alice = await server.signUp('alice')
  const thief = new PageClient(server.http)
  assert.equal((await thief.signIn('alice', PASSWORD)).statusCode, 302)
  return { alice, thief }
}

/** Asks for another address, as everybody who knows the password can. @returns the link that goes there */
async function askForAddress(server: TestServer, thief: PageClient): Promise<string> {
  await thief.get('/settings/account')
  const asked = await thief.submit('/settings/account/email', {
    'user[email]': 'thief@example.net',
    'user[current_password]': PASSWORD,
  })
  assert.equal(asked.statusCode, 302, asked.body)
  await server.settle()
  const mail = server.mails.at(-1)
  assert.equal(mail?.to, 'thief@example.net')
  return linkIn(mail.text)
}

/** The ways in which a password ends. */
const ENDINGS: Record<string, (server: TestServer, accountId: string) => Promise<void>> = {
  async 'a mail'(server) {
    const owner = new PageClient(server.http)
    await owner.get('/auth/password/new')
    await owner.submit('/auth/password/new', { 'user[email]': 'alice@example.org' })
    await server.settle()
    await owner.get(linkIn(server.mails.at(-1)!.text))
    const done = await owner.submit('/auth/password/edit', { 'user[password]': NEW_PASSWORD })
    assert.equal(done.statusCode, 200, done.body)
  },
  async 'the settings'(server) {
    const owner = new PageClient(server.http)
    await owner.signIn('alice', PASSWORD)
    await owner.get('/settings/account')
    const done = await owner.submit('/settings/account/password', {
      'user[password]': NEW_PASSWORD,
      'user[current_password]': PASSWORD,
    })
    assert.equal(done.statusCode, 302, done.body)
  },
  async 'the staff'(server, accountId) {
    const staff = await signUpStaff(server, 'staff', ['manageUserAccess'])
    const done = await staff.post(`/api/rookery/v1/admin/accounts/${accountId}/reset_password`)
    assert.equal(done.statusCode, 200, done.body)
  },
}

for (const [way, end] of Object.entries(ENDINGS)) {
  test(`A83 an address that was asked for with the old password ends with it: by ${way}`, async () => {
    await using server = await startTestServer()
    const { alice, thief } = await startWithThief(server)
    const link = await askForAddress(server, thief)

    await end(server, alice.id)
    await server.settle()
    const late = await thief.get(link)

    assert.equal(late.statusCode, 422, late.body)
    const user = await server.app.db
      .selectFrom('local_user')
      .select(['email', 'unconfirmed_email'])
      .where('id', '=', alice.userId)
      .executeTakeFirstOrThrow()
    assert.deepEqual(user, { email: 'alice@example.org', unconfirmed_email: null })
  })
}

test('A83 with a password that the staff made void no passkey signs in', async () => {
  await using server = await startTestServer()
  const { alice, thief } = await startWithThief(server)
  await thief.get('/settings/passkeys')
  const key = new Authenticator(ORIGIN)
  const wishOf = async (browser: PageClient, path: string) =>
    (await browser.post(path, { csrf_token: browser.csrfToken })).json()
  const made = key.create(await wishOf(thief, '/settings/passkeys/options'))
  const added = { credential: JSON.stringify(made), name: 'Key' }
  assert.equal((await thief.submit('/settings/passkeys', added)).statusCode, 302)
  const enter = async () => {
    const browser = new PageClient(server.http)
    await browser.get('/auth/sign_in')
    const answer = key.get(await wishOf(browser, '/auth/sign_in/passkey/options'))
    return browser.submit('/auth/sign_in/passkey', { credential: JSON.stringify(answer) })
  }
  assert.equal((await enter()).statusCode, 302)

  await ENDINGS['the staff']!(server, alice.id)

  assert.equal((await enter()).statusCode, 422)
})

test('A83 the link of somebody who has yet to confirm their address outlives their password', async () => {
  await using server = await startTestServer()
  await server.set('registrations.confirm_email', true)
  const late = await server.signUp('late', { confirmed: false })
  // the mail of the sign-up has a link too, and of two links the one sent last works
  await server.settle()
  const visitor = new PageClient(server.http)
  await visitor.get('/auth/confirmation/new')
  await visitor.submit('/auth/confirmation/new', { 'user[email]': late.email })
  await server.settle()
  const link = linkIn(server.mails.at(-1)!.text)

  await ENDINGS['the staff']!(server, late.id)

  assert.equal((await visitor.get(link)).statusCode, 200)
})
