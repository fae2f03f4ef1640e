import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permission } from '../../src/kernel/http/permissions.ts'
import { startTestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const DRY_RUN = '/api/rookery/v1/admin/automod_rules/dry_run'
const RULES = '/api/rookery/v1/admin/automod_rules'
const WEBHOOKS = '/api/rookery/v1/admin/webhooks'

/** Permissions that a dry run needs. */
const READERS: readonly Permission[] = ['manageSettings', 'manageReports', 'viewAuditLog']

test('A81 a dry run tells nothing of posts that are not for everybody', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  const spy = await signUpStaff(server, 'spy', READERS)
  await alice.publish('@bob the number is 4711', { visibility: 'direct' })
  await alice.publish('the number is 4711', { visibility: 'private' })
  const conditions = [
    { field: 'username', operator: 'contains_any', value: ['alice'] },
    { field: 'text', operator: 'contains_any', value: ['4711'] },
  ]

  const secret = await spy.post(DRY_RUN, { conditions })
  await alice.publish('the number is 4711 for all', { visibility: 'unlisted' })
  const open = await spy.post(DRY_RUN, { conditions })

  assert.equal(secret.statusCode, 200, secret.body)
  assert.partialDeepStrictEqual(secret.json(), { checked: 0, matched: 0, complete: true })
  assert.partialDeepStrictEqual(open.json(), { checked: 1, matched: 1, complete: true })
})

test('A81 addresses and reasons of those who signed up are tried by those only who may see them', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const asked = {
    email_domain: { operator: 'is', value: 'example.org' },
    sign_up_ip: { operator: 'is', value: '192.0.2.1' },
    sign_up_reason: { operator: 'contains_any', value: ['birds'] },
  }
  const spy = await signUpStaff(server, 'spy', READERS)
  const seer = await signUpStaff(server, 'seer', ['manageSettings', 'manageUsers'])

  for (const [field, how] of Object.entries(asked)) {
    const conditions = [{ field, ...how }]
    const rule = { applies_to: 'accounts', action: 'limit', conditions }
    const spied = await spy.post(DRY_RUN, rule)
    assert.equal(spied.statusCode, 403, `${field}: ${spied.body}`)
    assert.equal((await seer.post(DRY_RUN, rule)).statusCode, 200, field)
    const made = await seer.post(RULES, { name: field, ...rule })
    assert.equal(made.statusCode, 200, made.body)
    const path = `${RULES}/${made.json().id}/dry_run`
    assert.equal((await spy.post(path, {})).statusCode, 403, field)
    assert.equal((await seer.post(path, {})).statusCode, 200, field)
  }
})

test('A82 a webhook is told of nothing that whoever makes it may not see', async () => {
  await using server = await startTestServer()
  const keeper = await signUpStaff(server, 'keeper', ['manageWebhooks'])
  const moderator = await signUpStaff(server, 'judge', ['manageWebhooks', 'manageReports'])
  const registrar = await signUpStaff(server, 'registrar', ['manageWebhooks', 'manageUsers'])
  const url = (name: string) => `https://hooks.example/${name}`
  const may = {
    'account.approved': registrar,
    'account.created': registrar,
    'account.updated': registrar,
    'report.created': moderator,
    'report.updated': moderator,
  }
  const made = await keeper.post(WEBHOOKS, { url: url('posts'), events: ['status.created'] })
  assert.equal(made.statusCode, 200, made.body)
  const own = `${WEBHOOKS}/${made.json().id}`

  for (const [event, one] of Object.entries(may)) {
    const events = ['status.created', event]
    const planted = await keeper.post(WEBHOOKS, { url: url(event), events })
    assert.equal(planted.statusCode, 403, `${event}: ${planted.body}`)
    assert.equal((await keeper.put(own, { events })).statusCode, 403, event)
    const theirs = await one.post(WEBHOOKS, { url: url(event), events })
    assert.equal(theirs.statusCode, 200, theirs.body)
    const path = `${WEBHOOKS}/${theirs.json().id}`
    // turned to another address, or signed by a secret that they are told
    assert.equal((await keeper.put(path, { url: url('evil') })).statusCode, 403, event)
    assert.equal((await keeper.put(path, { events: ['status.created'] })).statusCode, 403, event)
    assert.equal((await keeper.post(`${path}/rotate_secret`)).statusCode, 403, event)
    assert.equal((await keeper.delete(path)).statusCode, 403, event)
    assert.equal((await one.put(path, { enabled: false })).statusCode, 200, event)
    assert.equal((await one.post(`${path}/rotate_secret`)).statusCode, 200, event)
    assert.equal((await one.delete(path)).statusCode, 200, event)
  }

  const kept = (await keeper.get(WEBHOOKS)).json()
  assert.deepEqual(
    kept.map((hook: { url: string; events: string[] }) => [hook.url, hook.events]),
    [[url('posts'), ['status.created']]],
  )
})

test('S-568 who looks after jobs does not learn whom or what somebody keeps away', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const staff = await signUpStaff(server, 'staff', ['devops'])
  await alice.post(`/api/v1/accounts/${bob.id}/mute`, { duration: 86_400 })
  await alice.post('/api/v1/domain_blocks', { domain: 'away.example' })

  const response = await staff.get('/api/rookery/v1/admin/jobs?state=waiting&limit=80')

  assert.equal(response.statusCode, 200, response.body)
  const jobs = response.json() as { kind: string; payload: Record<string, unknown> }[]
  const mute = jobs.find(({ kind }) => kind === 'mutes.expire')
  assert.deepEqual(mute?.payload, { accountId: alice.id })
  assert.ok(jobs.some(({ kind }) => kind !== 'mutes.expire'))
  assert.doesNotMatch(response.body, new RegExp(`${bob.id}|away\\.example`))
})
