import { after, before, test } from 'node:test'
import type { TestServer } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { openLooker } from './every-look.ts'
import { signIn } from './sign-in.ts'

const LONG_NAME = 'an_account_with_thirty_letters'
const LONG_NOTE = 'Anextraordinarilylongnotewithoutasinglespaceinit!'.repeat(4)

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

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
  await using member = await openLooker(browser, started)
  await signIn(member.visit.page, server, LONG_NAME)
  await member.look('invites-empty', ({ to }) => to('/invites'))
  const code = await makeInvites(server)
  await member.look('invites', async (visit) => {
    await visit.to('/invites')
    await visit.page.getByLabel('Who joins by it follows you').check()
    await visit.press('Make the link')
  })
  await server.set('registrations.min_age', 16)
  await using visitor = await openLooker(browser, started)
  await visitor.look('invited', async ({ page, to, press }) => {
    await to(`/invite/${code}`)
    await page.getByLabel('Username').fill('ålice')
    await press('Ask to join')
  })
  await visitor.look('invitation-over', ({ to }) => to('/invite/nonsense'))
})
