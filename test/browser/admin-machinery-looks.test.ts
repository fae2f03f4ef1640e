import { after, before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import type { TestServer, TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { enterAdmin, pageAt, settled } from './admin-pages.ts'
import { noBrowser, startBrowser, startWebServer, type TestBrowser } from './browser.ts'
import { type Act, walkLooks } from './every-look.ts'

const ADMIN = '/api/rookery/v1/admin'
const LONG_NAME = 'an_account_with_thirty_letters'
const LONG_ADDRESS = `https://hooks.${'very-'.repeat(8)}long.example/${'moderators/'.repeat(8)}`

let browser: TestBrowser
before(async () => {
  if (noBrowser) return
  await buildPages()
  browser = await startBrowser()
})
after(() => browser?.[Symbol.asyncDispose]())

// they look the same whatever they are read from
const scripted = { skip: noBrowser }

const press =
  (name: string | RegExp): Act =>
  async (visit) => {
    await visit.page.getByRole('button', { name }).first().click()
    await settled(visit)
  }

const then =
  (...acts: readonly Act[]): Act =>
  async (visit, server) => {
    for (const act of acts) await act(visit, server)
  }

const close: Act = async ({ page }) => page.keyboard.press('Escape')

test('pages of what the server does by itself are accessible in every look', scripted, async () => {
  const started = await startWebServer()
  const { server } = started
  await using _ = server
  const owner = await server.signUp('ada', { role: 'Owner' })
  await signUpStaff(server, 'reader', ['viewAuditLog'])
  await walkLooks(browser, started, enterAdmin('ada'), {
    'automod-empty': pageAt('/admin/automod'),
    'held-empty': pageAt('/admin/held'),
    'jobs-empty': pageAt('/admin/jobs'),
    storage: pageAt('/admin/storage'),
  })
  const { ruleId, webhookId } = await fill(server, owner)
  const wrongRelay: Act = async ({ page }) =>
    page.getByLabel('Address of its inbox').fill('https://idle.relay.example/inbox')
  await walkLooks(browser, started, enterAdmin('ada'), {
    automod: pageAt('/admin/automod'),
    'automod-rule': then(pageAt(`/admin/automod/${ruleId}`), press('Try it')),
    'automod-new': pageAt('/admin/automod/new'),
    'automod-missing': pageAt('/admin/automod/17'),
    'automod-matches': pageAt('/admin/automod/matches'),
    held: pageAt('/admin/held'),
    'held-delete': press(/^Delete the post/),
    webhooks: then(close, pageAt('/admin/webhooks')),
    'webhook-new': pageAt('/admin/webhooks/new'),
    webhook: pageAt(`/admin/webhooks/${webhookId}`),
    'webhook-secret': then(press('Another secret…'), press('Make another secret')),
    relays: then(press('I have kept it'), pageAt('/admin/relays')),
    'relays-wrong': then(press('Add a relay'), wrongRelay, press('Ask the relay')),
    jobs: then(close, pageAt('/admin/jobs')),
  })
  await walkLooks(browser, started, enterAdmin('reader'), {
    'automod-rule-fixed': pageAt(`/admin/automod/${ruleId}`),
  })
})

async function fill(server: TestServer, owner: TestUser) {
  const post = async (path: string, body: Record<string, unknown>) => {
    const response = await owner.post(`${ADMIN}/${path}`, body)
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json()
  }
  const author = await server.signUp(LONG_NAME)
  await author.publish(
    'A casino before there were rules, and a very long word: '.concat('ha'.repeat(90)),
  )
  const rule = (name: string, more: object) => post('automod_rules', { name, ...more })
  const casino = { field: 'text', operator: 'contains_any', value: ['casino', 'free money'] }
  const held = await rule('Casinos', {
    ...{ mode: 'live', action: 'hold', match: 'any', priority: 10 },
    conditions: [casino, { field: 'links_count', operator: 'at_least', value: 5 }],
  })
  await rule(`Strangers who are ${'mentioned again and '.repeat(3)}again`, {
    action: 'limit',
    origin: 'remote',
    conditions: [{ field: 'strangers_mentioned', operator: 'at_least', value: 8 }],
  })
  await rule('Newcomers', {
    ...{ applies_to: 'accounts', origin: 'local', mode: 'live', action: 'hold' },
    conditions: [{ field: 'username', operator: 'matches', value: 'user????' }],
  })
  await rule('Old', { enabled: false, action: 'report', conditions: [casino] })
  await fillHeld(server, author)
  const events = ['report.created', 'account.created', 'status.created']
  const { id: webhookId } = await post('webhooks', { url: LONG_ADDRESS, events })
  await post('webhooks', { url: 'https://chat.example/hook', events: ['report.created'] })
  const failed = { last_at: server.clock.now, last_error: 'connect ECONNREFUSED' }
  await server.app.transact(({ db }) =>
    db
      .updateTable('webhook')
      .set({ enabled: false, disabled_reason: 'it did not answer for three days', ...failed })
      .where('id', '=', webhookId)
      .execute(),
  )
  for (const state of ['pending', 'accepted', 'rejected', 'idle'] as const) {
    const { id } = await post('relays', { inbox_url: `https://${state}.relay.example/inbox` })
    await server.app.transact(({ db }) =>
      db.updateTable('relay').set({ state }).where('id', '=', id).execute(),
    )
  }
  await queueJobs(server)
  return { ruleId: held.id, webhookId }
}

async function fillHeld(server: TestServer, author: TestUser): Promise<void> {
  await server.set('registrations.mode', 'open')
  await author.publish('A casino with free money for @ada')
  await author.publish('Another casino, with a content warning', { spoiler_text: 'money' })
  const app = await server.tokenFor(null, 'read write')
  await app.post('/api/v1/accounts', {
    ...{ username: 'user1234', email: 'a@good.example', agreement: true, locale: 'en' },
    ...{ password: 'correct horse battery staple', reason: 'I like birds.\nAnd hedges.' },
  })
}

async function queueJobs({ app }: TestServer): Promise<void> {
  for (const [kind, state] of [
    ['mail.send', 'parked'],
    ['mail.send', 'waiting'],
    [`delivery.${'of_something_'.repeat(4)}long`, 'parked'],
  ] as const) {
    await app.transact(async (tx) => {
      await tx.db
        .insertInto('job')
        .values({
          id: tx.newId(),
          kind,
          payload: JSON.stringify({ template: 'welcome', userId: tx.newId() }),
          unique_key: null,
          run_at: tx.now + 3_600_000,
          attempts: state === 'waiting' ? 0 : 10,
          locked_until: null,
          parked_at: state === 'parked' ? tx.now : null,
          last_error:
            state === 'parked' ? `Error: connect ECONNREFUSED ${'192.0.2.1:25 '.repeat(9)}` : null,
          created_at: tx.now,
        })
        .execute()
    })
  }
}
