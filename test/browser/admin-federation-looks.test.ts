import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildPages } from '../../scripts/build-pages.js'
import { noteAttempt } from '../../src/features/identity/sign-up/blocks/attempts.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { queue, startInboxes } from '../support/deliveries.ts'
import { startListSite } from '../support/list-site.ts'
import { multipart } from '../support/multipart.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer, TestUser } from '../support/server.ts'
import { enterAdmin, pageAt, settled } from './admin-pages.ts'
import { becomes, noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, visitOf, walkLooks } from './every-look.ts'
import { said } from './said.ts'

let browser: TestBrowser
before(async () => {
  if (noBrowser) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

const OWN = '/api/rookery/v1/admin'
const BLOCKS = '/api/v1/admin/domain_blocks'
const LONG = `${'a-very-long-name-of-a-server-'.repeat(2)}.${'b'.repeat(60)}.example`
const HERE = { egressAllow: ['127.0.0.0/8'] }

const LISTS = {
  blocks: '/admin/domains',
  allows: '/admin/domains?view=allows',
  imports: '/admin/domains?view=imports',
  subscriptions: '/admin/domains?view=lists',
  servers: '/admin/federation',
  hosts: '/admin/deliveries',
  deliveries: '/admin/deliveries?state=waiting',
  providers: '/admin/blocks',
  emails: '/admin/blocks?view=emails',
  addresses: '/admin/blocks?view=addresses',
  names: '/admin/blocks?view=names',
}

/** with nothing in them, one of each kind */
const EMPTY = ['blocks', 'subscriptions', 'hosts', 'emails'] as const

const looksOf = (views: readonly (keyof typeof LISTS)[], name: string) =>
  Object.fromEntries(views.map((view) => [`admin-${view}-${name}`, pageAt(LISTS[view])]))

/** Presses a button that does not lead to another document. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await settled({ page })
}

test('pages about other servers and sign-ups are accessible in every look', scripted, async () => {
  const started = await startWebServer(HERE)
  await using _ = started.server
  await using site = await startListSite('a.example\nb.example,silence\n')
  await using inboxes = await startInboxes(2)
  const { server } = started
  const ada = await server.signUp('ada', { role: 'Owner' })
  const made = { import: '', block: '' }
  const fill: Act = async () => {
    await decideAboutDomains(server, ada)
    await blockSignUps(server, ada)
    await inboxes.all.reduce(async (last, inbox, index) => {
      await last
      inbox.reply = { status: index === 0 ? 503 : 403 }
    }, Promise.resolve())
    const to = inboxes.all.map(({ uri }) => uri)
    await queue(server.app, [1, 2], { senderId: ada.id, inboxes: to })
    const url = site.url
    await ada.post(`${OWN}/block_subscriptions`, { url, name: 'A list of friends' })
    await server.settle()
    site.reply = { text: '# nothing\n' }
    const [list] = (await ada.get(`${OWN}/block_subscriptions`)).json()
    await ada.post(`${OWN}/block_subscriptions/${list.id}/refresh`, {})
    await server.settle()
    made.import = await dryRun(ada)
    made.block = (await ada.get(BLOCKS)).json().at(-1).id
  }
  const then =
    (...acts: readonly Act[]): Act =>
    async (visit, started) => {
      for (const act of acts) await act(visit, started)
    }
  await walkLooks(browser, started, enterAdmin('ada'), {
    ...looksOf(EMPTY, 'empty'),
    'admin-servers-none': pageAt('/admin/federation?domain=nowhere'),
    'admin-server': then(fill, pageAt('/admin/federation/met.example')),
    ...looksOf(Object.keys(LISTS) as (keyof typeof LISTS)[], 'filled'),
    'admin-deliveries-failed': pageAt('/admin/deliveries?state=failed'),
    'admin-server-long': pageAt(`/admin/federation/${LONG}`),
    'admin-server-gone': pageAt('/admin/federation/nothing.example'),
    'admin-import-new': pageAt('/admin/domains/imports/new'),
    'admin-import': (visit, _started) => pageAt(`/admin/domains/imports/${made.import}`)(visit),
    'admin-block': (visit, _started) => pageAt(`/admin/domains/blocks/${made.block}`)(visit),
    'admin-list-new': pageAt('/admin/domains/lists/new'),
    'admin-block-conflict': then(
      pageAt('/admin/domains/blocks/new?domain=evil.example'),
      async ({ page }) => {
        await press(page, 'Block the domain')
        await page.getByText('Look at it and change it').waitFor()
      },
    ),
    'admin-address-form': then(pageAt(LISTS.addresses), ({ page }) =>
      press(page, 'Block an address'),
    ),
  })
})

async function decideAboutDomains(server: TestServer, staff: TestUser): Promise<void> {
  const comments = { public_comment: 'Spam, mostly', private_comment: 'See the report of May' }
  const blocks = [
    { domain: 'evil.example', severity: 'suspend', ...comments },
    { domain: 'noisy.example', severity: 'silence', reject_media: true, reject_reports: true },
    { domain: LONG, severity: 'noop', reject_media: true, private_comment: 'x'.repeat(200) },
  ]
  for (const block of blocks) assert.equal((await staff.post(BLOCKS, block)).statusCode, 200)
  await staff.post('/api/v1/admin/domain_allows', { domain: 'friend.example' })
  for (const domain of ['met.example', 'm.evil.example', 'gone.example', LONG]) {
    await insertRemoteAccount(server.app, { username: 'bob', domain })
  }
  await server.app.transact((tx) =>
    tx.db
      .insertInto('peer_host')
      .values([
        { host: 'gone.example', failures: 90, failing_since: tx.now - 9 * DAY },
        { host: 'met.example', failures: 3, failing_since: tx.now - DAY },
      ])
      .execute(),
  )
}

async function blockSignUps(server: TestServer, staff: TestUser): Promise<void> {
  const address = '/api/v1/admin/ip_blocks'
  const provider = '/api/v1/admin/email_domain_blocks'
  const name = `${OWN}/username_blocks`
  const sent: readonly (readonly [string, Record<string, unknown>])[] = [
    [address, { ip: '192.0.2.0/24', severity: 'no_access', comment: 'Attacks', expires_in: 9000 }],
    [address, { ip: '2001:db8:1234:5678::/64', severity: 'sign_up_block' }],
    [address, { ip: '198.51.100.7', severity: 'sign_up_requires_approval' }],
    [provider, { domain: 'throwaway.example' }],
    [provider, { domain: `mail.${LONG.slice(30)}`, allow_with_approval: true }],
    [name, { username: 'support', comparison: 'contains' }],
    [name, { username: 'admin', allow_with_approval: true }],
    ['/api/v1/admin/canonical_email_blocks', { email: 'mallory@example.org' }],
  ]
  for (const [path, body] of sent) assert.equal((await staff.post(path, body)).statusCode, 200)
  const [{ id }] = (await staff.get(provider)).json().slice(-1)
  await server.app.transact(async (tx) => {
    for (const ago of [0, 1, 3]) await noteAttempt({ ...tx, now: tx.now - ago * DAY }, [id], null)
  })
}

async function dryRun(staff: TestUser): Promise<string> {
  const rows = ['met.example,suspend', 'noisy.example,suspend', 'evil.example,suspend', 'x,mild']
  const file = Buffer.from(`#domain,#severity\n${rows.join('\n')}\n`)
  const body = { file, dry_run: 'true', mode: 'overwrite', name: 'Of the neighbours' }
  return (await staff.post(`${OWN}/domain_block_imports`, ...(await multipart(body)))).json().id
}

test(
  'the staff imports a file of blocks: looks at it, applies it, takes it back',
  scripted,
  async () => {
    const { server, origin } = await startWebServer()
    await using _ = server
    const ada = await server.signUp('ada', { role: 'Owner' })
    await ada.post(BLOCKS, { domain: 'known.example', severity: 'silence' })
    const blocked = async () =>
      (await ada.get(BLOCKS)).json().map(({ domain }: { domain: string }) => domain)
    const context = await browser.open()
    const page = await context.newPage()
    const visit = visitOf(page, origin)
    await enterAdmin('ada')(visit, server)

    await pageAt('/admin/domains/imports/new')(visit)
    const buffer = Buffer.from('new.example,suspend\nknown.example,suspend\nnothing at all\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'l.csv', mimeType: 'text/csv', buffer })
    await press(page, 'See what it would do')
    await page.getByRole('heading', { name: 'Will be blocked (1)' }).waitFor()
    await page.getByRole('heading', { name: 'Stay as they are (1)' }).waitFor()
    await page.getByRole('heading', { name: 'Cannot be read (1)' }).waitFor()
    assert.deepEqual(await blocked(), ['known.example'])

    await press(page, 'Apply…')
    await press(page, 'Apply it')
    await page.getByRole('heading', { name: 'Were blocked (1)' }).waitFor()
    await becomes(blocked, ['new.example', 'known.example'])

    await press(page, 'Take back…')
    await press(page, 'Take it back')
    await said(page, 'The import is taken back')
    await becomes(blocked, ['known.example'])
    await context.close()
  },
)
