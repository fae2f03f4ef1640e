import { after, before, test } from 'node:test'
import { PASSWORD, type TestServer } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { checkLooks, type Visit } from './every-look.ts'

const LONG_NAME = 'an_account_with_thirty_letters'
const LONG_NOTE = 'Anextraordinarilylongnotewithoutasinglespaceinit!'.repeat(4)

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

async function signIn({ page, to, press }: Visit): Promise<void> {
  await to('/auth/sign_in')
  await page.getByLabel('E-mail address or username').fill(LONG_NAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press('Sign in')
}

async function makeInvites(server: TestServer): Promise<string> {
  const user = await server.app.db
    .selectFrom('local_user')
    .select('id as userId')
    .executeTakeFirstOrThrow()
  const client = await server.tokenFor(user, 'read write')
  const made = []
  for (const more of [
    { comment: LONG_NOTE },
    { max_uses: 5, expires_in: 86_400 },
    { autofollow: true },
  ]) {
    made.push((await client.post('/api/rookery/v1/invites', more)).json())
  }
  await client.delete(`/api/rookery/v1/invites/${made[1].id}`)
  return made[2].code
}

test('the pages of invitations are accessible in every look', { skip: noBrowser }, async () => {
  const started = await startWebServer()
  await using server = started.server
  await server.signUp(LONG_NAME)
  const look = (name: string, act: (visit: Visit) => Promise<void>) =>
    checkLooks(browser, started, name, act)

  await look('invites-empty', async (visit) => {
    await signIn(visit)
    await visit.to('/invites')
  })
  const code = await makeInvites(server)
  await look('invites', async (visit) => {
    await signIn(visit)
    await visit.to('/invites')
    await visit.page.getByLabel('Who joins by it follows you').check()
    await visit.press('Make the link')
  })
  await server.set('registrations.min_age', 16)
  await look('invited', async ({ page, to, press }) => {
    await to(`/invite/${code}`)
    await page.getByLabel('Username').fill('ålice')
    await press('Ask to join')
  })
  await look('invitation-over', ({ to }) => to('/invite/nonsense'))
})
