import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { warnAccount } from '../../src/features/moderation/warn-account.ts'
import { PASSWORD } from '../support/server.ts'
import { CodeApp } from '../support/two-factor.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, openLooker, type Visit } from './every-look.ts'
import { signIn } from './sign-in.ts'

const LONG_NAME = 'an_account_with_thirty_letters'

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

async function open() {
  const opened = new AsyncDisposableStack()
  const started = await startWebServer({}, 'localhost')
  opened.use(started.server)
  await started.server.signUp(LONG_NAME, { role: 'Owner' })
  const looker = opened.use(await openLooker(browser, started))
  await signIn(looker.visit.page, started.server, LONG_NAME)
  const look = (name: string, act: Act) => looker.look(`settings-${name}`, act)
  return { ...started, look, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function signInAgain({ page, to, press }: Visit): Promise<void> {
  await page.context().clearCookies()
  await to('/auth/sign_in')
  await page.getByLabel('E-mail address or username').fill(LONG_NAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press('Sign in')
}

test(
  'the list of settings, account and sessions are accessible in every look',
  scripted,
  async () => {
    await using opened = await open()
    const { look } = opened
    await look('list', ({ to }) => to('/settings'))
    await look('account-wrong', async ({ to, page, press }) => {
      await to('/settings/account')
      await page.getByLabel('New password').fill('short')
      await press('Change the password')
    })
    await look('sessions', ({ to }) => to('/settings/sessions'))
  },
)

test('decisions and appeals are accessible in every look', scripted, async () => {
  await using opened = await open()
  const { server, look } = opened
  const { id: targetId } = await server.app.db
    .selectFrom('account')
    .select('id')
    .where('username', '=', LONG_NAME)
    .executeTakeFirstOrThrow()
  const warn = (action: 'silence' | 'suspend') =>
    server.app.transact((tx) =>
      warnAccount(tx, { targetId, action, text: 'Please stop this.\n\nWe told you twice.' }),
    )
  await look('strikes-none', ({ to }) => to('/settings/strikes'))
  const id = await warn('silence')
  await look('strike-wrong', async ({ to, press }) => {
    await to(`/settings/strikes/${id}`)
    await press('Send the appeal')
  })
  await warn('suspend')
  await look('strikes-suspended', ({ to }) => to('/settings/strikes'))
})

test('moving, deletion and passkeys are accessible in every look', scripted, async () => {
  await using opened = await open()
  const { server, look } = opened
  await look('move-wrong', async ({ to, page, press }) => {
    await to('/settings/migration')
    await page.getByLabel('Your other account').fill('@nobody')
    await press('Add as an alias')
  })
  await look('delete', ({ to }) => to('/settings/delete'))
  await server.app.transact(async (tx) => {
    const { id: user_id } = await tx.db
      .selectFrom('local_user')
      .select('id')
      .executeTakeFirstOrThrow()
    for (const name of [
      'Telephone',
      'Anextraordinarilylongnameofapasskeywithoutasinglespaceinitatall',
    ]) {
      const fixed = { public_key: 'x', counter: 0, transports: '[]', created_at: tx.now }
      const row = { id: tx.newId(), user_id, name, credential_id: name, last_used_at: null }
      await tx.db
        .insertInto('passkey')
        .values({ ...row, ...fixed })
        .execute()
    }
  })
  await look('passkeys', ({ to }) => to('/settings/passkeys'))
})

test('the pages about two factors are accessible in every look', scripted, async () => {
  await using opened = await open()
  const { server, origin, look } = opened
  await look('two-factor-off', ({ to }) => to('/settings/two_factor'))
  await look('two-factor-setup-wrong', async ({ to, page, press }) => {
    await to('/settings/two_factor/setup')
    await page.getByLabel('Code').fill('1')
    await press('Turn it on')
  })
  let app: CodeApp | undefined
  await look('two-factor-codes', async ({ to, page, press }) => {
    await to('/settings/two_factor/setup')
    app = new CodeApp(server, await page.content())
    await page.getByLabel('Code').fill(app.code())
    await press('Turn it on')
  })
  server.clock.now += 60_000
  const second = async ({ page, press }: Visit, code: string) => {
    await page.getByLabel('Code of your app').fill(code)
    await press('Sign in')
  }
  await look('second-step', async (visit) => {
    await signInAgain(visit)
    await visit.page.getByText('Use a recovery code').click()
    await second(visit, '0')
    await visit.page.getByText('Use a recovery code').click()
  })
  await look('two-factor-on', async (visit) => {
    await signInAgain(visit)
    await second(visit, app?.code() ?? '')
    await visit.to('/settings/two_factor')
    assert.equal(visit.page.url(), `${origin}/settings/two_factor`)
  })
})
