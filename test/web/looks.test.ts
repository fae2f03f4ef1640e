import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { registerApplication } from '../../src/oauth/applications.ts'
import { ensureSetupLink } from '../../src/oauth/setup.ts'
import { PASSWORD, type TestServer } from '../support/server.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'

/** Where pictures of the pages go, for looking at them; none are taken without it. */
const pictures = process.env.PAGE_PICTURES
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
}
const LONG_NAME = 'an_account_with_thirty_letters'
const LONG_APP = 'Anextraordinarilylongapplicationnamewithoutasinglespaceinit!'

let browser: TestBrowser
before(async () => {
  if (!noBrowser) browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

interface Visit {
  page: Page
  /** goes to a path of the server */
  to(path: string): Promise<void>
  /** presses a button and waits for the page after it */
  press(name: string): Promise<void>
}

/** Shows a page in every size and colour and holds it against the rules of accessibility. */
async function inEveryLook(
  name: string,
  start: () => Promise<{ server: TestServer; origin: string }>,
  act: (visit: Visit, server: TestServer) => Promise<void>,
): Promise<void> {
  const { server, origin } = await start()
  const context = await browser.open()
  try {
    const page = await context.newPage()
    const problems = watch(page)
    await act(visitOf(page, origin), server)
    // not as a script element: the page allows none, which is as it should be
    await page.evaluate(axe)
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await checkPage(page, `${name}-${size}-${colorScheme}`)
      }
    }
    assert.deepEqual(problems, [], name)
  } finally {
    await context.close()
    await server[Symbol.asyncDispose]()
  }
}

function visitOf(page: Page, origin: string): Visit {
  return {
    page,
    to: async (path) => void (await page.goto(path.startsWith('/') ? `${origin}${path}` : path)),
    async press(name) {
      const next = page.waitForEvent('load')
      await page.getByRole('button', { name, exact: true }).click()
      await next
    },
  }
}

/** What the browser complains of: blocked styles, broken pictures. */
function watch(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const expected = /status of (403|404|422|429|401|400)/.test(message.text())
    if (message.type() === 'error' && !expected) problems.push(message.text())
  })
  return problems
}

async function checkPage(page: Page, name: string): Promise<void> {
  const violations = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: AxeRunner }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  })
  const width: number = await page.evaluate('document.documentElement.scrollWidth')
  if (pictures !== undefined) await takePicture(page, name)

  assert.deepEqual(violations, [], name)
  assert.ok(width <= page.viewportSize()!.width, `${name} is ${width} px wide`)
}

interface AxeRunner {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(pictures!, { recursive: true })
  await page.screenshot({ path: join(pictures!, `${name}.png`), fullPage: true })
}

async function open() {
  const started = await startWebServer()
  await started.server.signUp(LONG_NAME, { role: 'Owner' })
  return started
}

async function signIn({ page, to, press }: Visit, path = '/auth/sign_in'): Promise<void> {
  await to(path)
  await page.getByLabel('E-mail address or username').fill(LONG_NAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press('Sign in')
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

const scripted = { skip: noBrowser }

test('the page of the first start is accessible in every look', scripted, async () => {
  const start = () => startWebServer()
  await inEveryLook('setup', start, async ({ to }, server) => {
    await to((await ensureSetupLink(server.app))!)
  })
  await inEveryLook('setup-wrong', start, async ({ page, to, press }, server) => {
    await to((await ensureSetupLink(server.app))!)
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
  await inEveryLook('consent', open, async (visit, server) => {
    await signIn(visit, await authorizeAddress(server, every, 'https://app.example/callback'))
  })
  await inEveryLook('code', open, async (visit, server) => {
    const address = await authorizeAddress(server, 'read', 'urn:ietf:wg:oauth:2.0:oob')
    await signIn(visit, address)
    await visit.press('Authorize')
  })
  await inEveryLook('consent-refused', open, async ({ to }, server) => {
    const address = await authorizeAddress(server, 'read', 'https://app.example/callback')
    await to(`${address}&code_challenge=x&code_challenge_method=plain`)
  })
})

test('the account pages are accessible in every look', scripted, async () => {
  await inEveryLook('account', open, async (visit) => {
    await signIn(visit)
    await visit.page.getByLabel('New password').fill('short')
    await visit.press('Change the password')
  })
  await inEveryLook('welcome', open, async (visit) => {
    await signIn(visit)
    await visit.to('/welcome')
  })
  await inEveryLook('apps', open, async (visit) => {
    await signIn(visit)
    await visit.to('/oauth/authorized_applications')
  })
  await inEveryLook('not-found', open, ({ to }) => to('/no-such-page'))
})
