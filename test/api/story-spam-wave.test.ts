import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../support/client.ts'
import type { Json } from '../support/peer.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { registerClient } from '../web/oauth-client.ts'

const OURS = '/api/rookery/v1/admin'
const ADMIN = '/api/v1/admin'
const SPAM = 'cheap pills at https://pills.example/now'

/** Sends a request that must succeed. */
async function done(
  client: TestClient,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  body?: Record<string, unknown>,
): Promise<Json> {
  const response = await client[method](path, body)
  assert.equal(response.statusCode, 200, `${method} ${path}: ${response.body}`)
  return response.json()
}

interface Applicant {
  id: string
  client: TestClient
}

/** How people sign up with an application of theirs. */
async function signUpDesk(server: TestServer) {
  const application = await registerClient(server, 'read write')
  const token = await application.token({ grant_type: 'client_credentials', scope: 'read write' })
  const desk = new TestClient(server.http, token.json().access_token)
  const apply = (username: string, email: string) =>
    desk.post('/api/v1/accounts', {
      ...{ username, email, password: 'correct horse battery', reason: 'I like birds' },
      ...{ agreement: true, locale: 'en' },
    })
  const join = async (username: string, email: string): Promise<Applicant> => {
    const response = await apply(username, email)
    assert.equal(response.statusCode, 200, response.body)
    const client = new TestClient(server.http, response.json().access_token)
    const { id } = await done(server.anonymous, 'get', `/api/v1/accounts/lookup?acct=${username}`)
    return { id, client }
  }
  return { apply, join }
}

/** The owner makes a role, and somebody a moderator by it. */
async function appoint(owner: TestUser, moderator: TestUser): Promise<void> {
  const role = await done(owner, 'post', `${OURS}/roles`, {
    name: 'Warden',
    permissions: [
      ...['manage_reports', 'manage_users', 'manage_blocks', 'view_audit_log', 'manage_settings'],
      'manage_appeals',
    ],
    position: 20,
    highlighted: true,
  })
  await done(owner, 'post', `${OURS}/accounts/${moderator.id}/role`, { role_id: role.id })
}

async function openReports(warden: TestClient): Promise<Json[]> {
  return (await done(warden, 'get', `${ADMIN}/reports`)) as Json[]
}

test('a wave of spam, from sign-up to resolved reports, by the API alone', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const [warden, alice] = [await server.signUp('warden'), await server.signUp('alice')]
  await appoint(owner, warden)
  const profile = await done(server.anonymous, 'get', `/api/v1/accounts/${warden.id}`)
  assert.equal(profile.roles[0].name, 'Warden', 'S-066')

  // the doors are open, until more come than ever do
  await done(owner, 'put', `${OURS}/settings`, {
    'registrations.mode': 'open',
    'registrations.reason_required': false,
    'registrations.wave_limit': 3,
  })
  const { join, apply } = await signUpDesk(server)
  const spammers: Applicant[] = []
  for (const at of [1, 2, 3]) spammers.push(await join(`pills${at}`, `s${at}@spam.example`))
  const innocent = await join('bob', 'bob@example.org')
  const late = await join('pills4', 's4@spam.example')
  assert.equal((await innocent.client.get('/api/v1/timelines/home')).statusCode, 403, 'A55: waits')

  // they write to somebody who never met them, who reports one of them
  const posts: Json[] = []
  for (const { client } of spammers) {
    const status = `@alice ${SPAM}`
    posts.push(await done(client, 'post', '/api/v1/statuses', { status }))
  }
  const [first] = spammers as [Applicant]
  await done(alice, 'post', '/api/v1/reports', {
    ...{ account_id: first.id, status_ids: [posts[0].id], category: 'spam' },
    comment: 'pills, pills, pills',
  })
  await server.settle()
  assert.equal((await done(warden, 'get', `${OURS}/overview`)).open_reports, 1)

  // a rule is tried before it counts: it would have caught all three, and nobody else
  const rule = {
    name: 'pills',
    conditions: [{ field: 'link_domains', operator: 'in_list', value: ['pills.example'] }],
    action: 'hold',
  }
  await alice.publish('pills for my bird: https://vet.example/')
  const trial = await done(warden, 'post', `${OURS}/automod_rules/dry_run`, { ...rule, days: 1 })
  assert.deepEqual([trial.matched, trial.complete], [3, true])
  await done(warden, 'post', `${OURS}/automod_rules`, { ...rule, mode: 'live' })
  const held = await done(spammers[1]!.client, 'post', '/api/v1/statuses', {
    status: `@alice ${SPAM}`,
  })
  assert.equal(held.held, true)
  const [item] = (await done(warden, 'get', `${OURS}/held_items`)) as Json[]
  await done(warden, 'post', `${OURS}/held_items/${item.id}/reject`)

  // the report is looked at, also after its author deletes what it names (S-152)
  const [report] = await openReports(warden)
  await done(warden, 'post', `${ADMIN}/reports/${report.id}/assign_to_self`)
  await done(first.client, 'delete', `/api/v1/statuses/${posts[0].id}`)
  const shown = await done(warden, 'get', `${ADMIN}/reports/${report.id}`)
  assert.match(shown.statuses[0].content, /cheap pills/)
  assert.equal(shown.assigned_account.username, 'warden')

  // the account goes, and with that the report is dealt with (S-204)
  await done(warden, 'post', `${ADMIN}/accounts/${first.id}/action`, {
    ...{ type: 'suspend', report_id: report.id, text: 'No spam here.' },
    send_email_notification: true,
  })
  assert.deepEqual(await openReports(warden), [])
  const resolved = await done(warden, 'get', `${ADMIN}/reports/${report.id}`)
  assert.equal(resolved.action_taken_by_account.username, 'warden')
  for (const { id } of spammers.slice(1)) {
    await done(warden, 'post', `${ADMIN}/accounts/${id}/action`, { type: 'suspend' })
  }
  await server.settle()
  assert.equal((await first.client.get('/api/v1/timelines/home')).statusCode, 403)
  const timeline = (await done(server.anonymous, 'get', '/api/v1/timelines/public')) as Json[]
  assert.deepEqual(
    timeline.map(({ account }) => account.acct),
    ['alice'],
  )
  assert.ok(server.mails.some(({ to, text }) => to === 's1@spam.example' && /No spam/.test(text)))

  // nobody comes back by the same way, and those who waited are told apart
  await done(warden, 'post', `${ADMIN}/email_domain_blocks`, { domain: 'spam.example' })
  assert.equal((await apply('pills5', 's5@spam.example')).statusCode, 422)
  assert.equal((await apply('pills6', 'S.1+again@spam.example')).statusCode, 422)
  const waiting = (await done(warden, 'get', '/api/v2/admin/accounts?status=pending')) as Json[]
  assert.deepEqual(
    waiting.map(({ username }) => username),
    ['pills4', 'bob'],
  )
  await done(warden, 'post', `${OURS}/accounts/reject_many`, { ids: [late.id] })
  await done(warden, 'post', `${ADMIN}/accounts/${innocent.id}/approve`)
  await server.settle()
  await done(innocent.client, 'post', '/api/v1/statuses', { status: 'hello, birds' })

  // somebody was limited by mistake, says so, and is right
  await done(warden, 'post', `${ADMIN}/accounts/${innocent.id}/action`, { type: 'silence' })
  const [strike] = (await done(innocent.client, 'get', '/api/rookery/v1/strikes')) as Json[]
  const appeal = `/api/rookery/v1/strikes/${strike.id}/appeal`
  await done(innocent.client, 'post', appeal, { text: 'I only said hello.' })
  const [pending] = (await done(warden, 'get', `${OURS}/appeals?status=pending`)) as Json[]
  await done(warden, 'post', `${OURS}/appeals/${pending.id}/approve`)
  assert.equal((await done(warden, 'get', `${ADMIN}/accounts/${innocent.id}`)).silenced, false)

  // nothing waits any more, and all that was done is known
  const overview = await done(warden, 'get', `${OURS}/overview`)
  assert.deepEqual(
    [overview.open_reports, overview.pending_users, overview.held_items, overview.pending_appeals],
    [0, 0, 0, 0],
  )
  const log = (await done(
    warden,
    'get',
    `${OURS}/audit_log?account_id=${warden.id}&limit=80`,
  )) as Json[]
  const verbs = new Set(log.map(({ action, target }) => `${action} ${target.type}`))
  assert.ok(verbs.size >= 8, [...verbs].join())
})
