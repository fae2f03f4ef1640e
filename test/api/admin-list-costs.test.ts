import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sections } from '../../src/features/reference/operations/all.ts'
import { countQueries } from '../support/count-queries.ts'
import { dataUri, png } from '../support/media-api.ts'
import { multipart } from '../support/multipart.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

/** Lists that do not grow with what happens here: each has a test of its own, or is not of rows. */
const NOT_GROWING: readonly string[] = [
  'GET /api/v1/admin/trends/tags',
  'GET /api/v1/admin/trends/links',
  'GET /api/v1/admin/trends/statuses',
  'GET /api/rookery/v1/admin/suggestions',
]

const ACCOUNTS = '/api/rookery/v1/admin/accounts'

interface World {
  server: TestServer
  chief: TestUser
  /** the first one, which has notes and a history */
  reportId?: string
  /** the staff writes to them */
  readerId?: string
}

async function readerOf(world: World): Promise<string> {
  world.readerId ??= (await world.server.signUp('reader')).id
  return world.readerId
}

/** Functions that each make all lists of the staff longer by one. */
const GROWERS: readonly ((world: World, at: number) => Promise<void>)[] = [
  async ({ chief }, at) => {
    await chief.publish(`#tag${at} https://site${at}.example/`)
    const { id } = (await chief.get(`/api/v1/tags/tag${at}`)).json()
    const { statusCode } = await chief.post(`/api/v1/admin/trends/tags/${id}/approve`)
    assert.equal(statusCode, 200)
  },
  async (world, at) => {
    const { server, chief } = world
    const { id } = await server.signUp(`person${at}`)
    const note = { content: `friend of ${id}` }
    const letter = { subject: `letter ${at}`, text: 'Hello' }
    const reader = `${ACCOUNTS}/${await readerOf(world)}`
    for (const [path, body] of [
      [`${ACCOUNTS}/${chief.id}/notes`, note],
      [`${reader}/mails`, letter],
      ['/api/rookery/v1/admin/account_batches', { action: 'unsilence', ids: [id] }],
    ] as const) {
      const { statusCode, body: said } = await chief.post(path, body)
      assert.equal(statusCode, 200, said)
    }
  },
  async (world, at) => {
    const [reporter, suspect] = [
      await world.server.signUp(`reporter${at}`),
      await world.server.signUp(`suspect${at}`),
    ]
    const status = await suspect.publish('rude words')
    const body = { account_id: suspect.id, status_ids: [status.id] }
    const report = (await reporter.post('/api/v1/reports', body)).json()
    world.reportId ??= report.id
    const step = at % 2 === 0 ? 'assign_to_self' : 'unassign'
    await world.chief.post(`/api/v1/admin/reports/${world.reportId}/${step}`)
    const notes = `/api/rookery/v1/admin/reports/${world.reportId}/notes`
    assert.equal((await world.chief.post(notes, { content: `note ${at}` })).statusCode, 200)
  },
  async ({ server, chief }, at) => {
    const preset = { text: `warning ${at}` }
    const made = await chief.post('/api/rookery/v1/admin/warning_presets', preset)
    assert.equal(made.statusCode, 200, made.body)
    const person = await server.signUp(`warned${at}`)
    const { id } = await person.publish('rude')
    const report = { account_id: person.id, status_ids: [id] }
    const { id: report_id } = (await chief.post('/api/v1/reports', report)).json()
    const path = `/api/v1/admin/accounts/${person.id}/action`
    assert.equal((await chief.post(path, { type: 'silence', report_id })).statusCode, 200)
    const [strike] = (await person.get('/api/rookery/v1/strikes')).json()
    const appeal = `/api/rookery/v1/strikes/${strike.id}/appeal`
    assert.equal((await person.post(appeal, { text: 'No.' })).statusCode, 200)
  },
  async ({ server, chief }, at) => {
    const conditions = [{ field: 'text', operator: 'contains_any', value: `held${at}` }]
    const rule = { name: `rule ${at}`, mode: 'live', action: 'hold', conditions }
    const made = await chief.post('/api/rookery/v1/admin/automod_rules', rule)
    assert.equal(made.statusCode, 200, made.body)
    const author = await server.signUp(`author${at}`)
    assert.equal((await author.publish(`held${at}`)).held, true)
  },
  async ({ server, chief }, at) => {
    const file = dataUri('image/png', await png(8, 8))
    for (const [path, body] of [
      ['rules', { text: `rule ${at}` }],
      ['announcements', { text: `news ${at}` }],
      ['terms_of_service', { content: 'x', effective_date: dayFromNow(at + 2) }],
      ['roles', { name: `role ${at}` }],
      ['custom_emojis', { shortcode: `emoji_${at}`, file }],
    ] as const) {
      const { statusCode, body: said } = await chief.post(`/api/rookery/v1/admin/${path}`, body)
      assert.equal(statusCode, 200, said)
    }
    const guest = await server.signUp(`inviting${at}`)
    assert.equal((await guest.post('/api/rookery/v1/invites')).statusCode, 200)
  },
  async ({ server, chief }, at) => {
    const later = server.app.clock() + 86_400_000
    await server.app.transact(async (tx) => {
      tx.enqueue({ kind: 'test.never', payload: { at }, runAt: later })
    })
    const webhook = { url: `https://hook${at}.example/`, events: ['report.created'] }
    assert.equal((await chief.post('/api/rookery/v1/admin/webhooks', webhook)).statusCode, 200)
    // refused at once, so that no name is looked up
    const relay = { inbox_url: `https://10.0.0.${at + 1}/inbox` }
    assert.equal((await chief.post('/api/rookery/v1/admin/relays', relay)).statusCode, 200)
    const [file, headers] = await multipart({ file: Buffer.from(`listed${at}.test\n`) })
    const replies = [
      await chief.post('/api/v1/admin/domain_blocks', { domain: `blocked${at}.test` }),
      await chief.post('/api/v1/admin/domain_allows', { domain: `allowed${at}.test` }),
      await chief.post('/api/v1/admin/email_domain_blocks', { domain: `mail${at}.test` }),
      await chief.post('/api/v1/admin/canonical_email_blocks', { email: `a${at}@mail.test` }),
      await chief.post('/api/v1/admin/ip_blocks', {
        ip: `198.51.100.${at}`,
        severity: 'sign_up_block',
      }),
      await chief.post('/api/rookery/v1/admin/username_blocks', { username: `name${at}` }),
      await chief.post('/api/rookery/v1/admin/domain_block_imports', file, headers),
      await chief.post('/api/rookery/v1/admin/block_subscriptions', {
        url: `https://lists.test/${at}.csv`,
      }),
    ]
    for (const { statusCode, body } of replies) assert.equal(statusCode, 200, body)
    await insertRemoteAccount(server.app, { username: 'r', domain: `known${at}.test` })
  },
]

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Addresses that name something, as a list wants them. */
const PATHS: Readonly<Record<string, (world: World) => string>> = {
  [`GET ${ACCOUNTS}/:id/notes`]: ({ chief }) => `${ACCOUNTS}/${chief.id}/notes`,
  [`GET ${ACCOUNTS}/:id/mails`]: ({ readerId }) => `${ACCOUNTS}/${readerId}/mails`,
  [`GET ${ACCOUNTS}/:id/statuses`]: ({ chief }) => `${ACCOUNTS}/${chief.id}/statuses`,
  'GET /api/rookery/v1/admin/jobs': () => '/api/rookery/v1/admin/jobs?state=waiting',
  'GET /api/rookery/v1/admin/deliveries': () => '/api/rookery/v1/admin/deliveries?state=failed',
  'GET /api/rookery/v1/admin/reports/:id/notes': ({ reportId }) =>
    `/api/rookery/v1/admin/reports/${reportId}/notes`,
  'GET /api/rookery/v1/admin/reports/:id/history': ({ reportId }) =>
    `/api/rookery/v1/admin/reports/${reportId}/history`,
}

test('no list of the staff costs more queries for ten than for two, whichever it is', async () => {
  await using server = await startTestServer()
  const world: World = { server, chief: await server.signUp('chief', { role: 'Owner' }) }
  const routes = sections.flatMap(({ operations }) =>
    Object.entries(operations)
      .filter(([name, [, reply]]) => /^GET .*\/admin\//.test(name) && reply.endsWith('[]'))
      .map(([name]) => name),
  )
  assert.ok(routes.length > 0)
  await grow(world, 0, 2)
  const few = await costsOf(world, routes)

  await grow(world, 2, 10)
  const many = await costsOf(world, routes)

  const dearer = routes.filter((route) => many.get(route)!.queries > few.get(route)!.queries)
  assert.deepEqual(
    dearer.map((route) => `${route}: ${few.get(route)?.queries}, then ${many.get(route)?.queries}`),
    [],
  )
  const alike = routes.filter((route) => many.get(route)!.length <= few.get(route)!.length)
  const unexpected = alike.filter((route) => !NOT_GROWING.includes(route))
  assert.deepEqual(unexpected, [], 'these lists did not grow, so nothing was measured')
})

async function grow(world: World, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at++) {
    for (const make of GROWERS) await make(world, at)
  }
  await world.server.settle()
}

async function costsOf(world: World, routes: readonly string[]) {
  const found = new Map<string, { queries: number; length: number }>()
  for (const route of routes) {
    const path = PATHS[route]?.(world) ?? route.replace('GET ', '')
    let length = 0
    const queries = await countQueries(world.server, async () => {
      // nothing is kept from before, as after a restart
      world.server.app.fragments.nextEpoch()
      const response = await world.chief.get(path)
      assert.equal(response.statusCode, 200, `${path}: ${response.body}`)
      length = response.body.length
    })
    found.set(route, { queries, length })
  }
  return found
}
