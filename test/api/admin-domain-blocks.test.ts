import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const BLOCKS = '/api/v1/admin/domain_blocks'
const ALLOWS = '/api/v1/admin/domain_allows'

async function start(overrides: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(overrides)
  return { server, staff: await signUpStaff(server, 'staff', ['manageFederation', 'viewAuditLog']) }
}

async function block(staff: TestUser, domain: string, more: Record<string, unknown> = {}) {
  return entityOf(await staff.post(BLOCKS, { domain, ...more }), 'Admin::DomainBlock')
}

async function stateOf({ app }: TestServer, id: string) {
  return app.db
    .selectFrom('account')
    .select(['suspended_at', 'silenced_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('S-134, S-172, S-175: a block has defaults, and its domain one spelling', async () => {
  const { server, staff } = await start()
  await using _ = server

  const { id, created_at, ...rest } = await block(staff, ' Évil.Example ')

  const domain = 'xn--vil-9la.example'
  assert.deepEqual(rest, {
    domain,
    digest: createHash('sha256').update(domain).digest('hex'),
    severity: 'silence',
    reject_media: false,
    reject_reports: false,
    private_comment: null,
    public_comment: null,
    obfuscate: false,
  })
  assert.ok(id && created_at)
})

test('S-172, S-176: what is no domain and no severity is refused', async () => {
  const { server, staff } = await start()
  await using _ = server
  const { id } = await block(staff, 'evil.example')

  for (const body of [
    {},
    { domain: '' },
    { domain: 'no domain' },
    { domain: 'https://evil.example/' },
    { domain: 'rookery.test' },
    { domain: 'a.example', severity: 'mild' },
    { domain: 'a.example', public_comment: 'x'.repeat(5001) },
  ]) {
    const { statusCode, body: text } = await staff.post(BLOCKS, body)
    assert.equal(statusCode, 422, `${JSON.stringify(body)}: ${text}`)
  }
  assert.equal((await staff.put(`${BLOCKS}/${id}`, { severity: 'mild' })).statusCode, 422)
  assert.equal((await staff.get(BLOCKS)).json().length, 1)
})

test('S-170, S-171: blocks are listed newest first in pages of 100, of 500 at most', async () => {
  const { server, staff } = await start()
  await using _ = server
  await server.app.transact(async (tx) => {
    const none = { reject_media: false, reject_reports: false, obfuscate: false }
    for (let at = 0; at < 501; at++) {
      await tx.db
        .insertInto('domain_block')
        .values({
          ...none,
          id: tx.newId(),
          domain: `d${at}.example`,
          severity: 'noop',
          private_comment: null,
          public_comment: null,
          created_at: tx.now,
        })
        .execute()
    }
  })

  const first = await staff.get(BLOCKS)
  const second = await staff.get(linksOf(first).next!)
  const back = await staff.get(linksOf(second).prev!)

  const page = entityOf(first, 'Admin::DomainBlock[]')
  assert.equal(page.length, 100)
  assert.equal(page[0].domain, 'd500.example')
  assert.equal(second.json()[0].domain, 'd400.example')
  assert.deepEqual(idsOf(back.json()), idsOf(page))
  assert.equal((await staff.get(BLOCKS, { limit: 1000 })).json().length, 500)
  const one = entityOf(await staff.get(`${BLOCKS}/${page[0].id}`), 'Admin::DomainBlock')
  assert.deepEqual(one, page[0])
  assert.equal((await staff.get(`${BLOCKS}/123`)).statusCode, 404)
})

test('S-173, S-511: a block that is there already comes with the refusal', async () => {
  const { server, staff } = await start()
  await using _ = server
  const made = await block(staff, 'evil.example', { severity: 'suspend', private_comment: 'mail' })

  const again = await staff.post(BLOCKS, { domain: 'EVIL.example', severity: 'suspend' })
  const below = await staff.post(BLOCKS, { domain: 'a.evil.example' })

  for (const response of [again, below]) {
    assert.equal(response.statusCode, 422)
    const { error, existing_domain_block, ...rest } = response.json()
    assert.equal(typeof error, 'string')
    assert.deepEqual(existing_domain_block, made)
    assert.deepEqual(rest, {})
  }
})

test('S-174: a block of a subdomain counts where it says more than that above it', async () => {
  const { server, staff } = await start()
  await using _ = server
  await block(staff, 'suspended.example', { severity: 'suspend' })
  await block(staff, 'silenced.example', { severity: 'silence' })
  await block(staff, 'strict.example', { severity: 'noop', reject_media: true })
  const cases = [
    ['a.suspended.example', { severity: 'suspend' }, 200],
    ['b.suspended.example', { severity: 'silence' }, 422],
    ['b.suspended.example', { severity: 'noop' }, 422],
    ['a.silenced.example', { severity: 'noop' }, 422],
    ['b.silenced.example', { severity: 'silence' }, 200],
    ['a.strict.example', { severity: 'silence' }, 422],
    ['b.strict.example', { severity: 'silence', reject_media: true }, 200],
    ['c.strict.example', { severity: 'suspend' }, 200],
  ] as const

  for (const [domain, more, status] of cases) {
    const { statusCode } = await staff.post(BLOCKS, { domain, ...more })
    assert.equal(statusCode, status, `${domain} ${JSON.stringify(more)}`)
  }
})

test('S-176, S-177: a block counts for known accounts, raised and lowered, until it ends', async () => {
  const { server, staff } = await start()
  await using _ = server
  const id = await insertRemoteAccount(server.app, { username: 'bob', domain: 'a.evil.example' })
  const made = await block(staff, 'evil.example')
  await server.settle()
  assert.notEqual((await stateOf(server, id)).silenced_at, null)

  const raised = await staff.patch(`${BLOCKS}/${made.id}`, {
    severity: 'suspend',
    reject_reports: true,
    domain: 'other.example',
  })
  await server.settle()

  assert.partialDeepStrictEqual(entityOf(raised, 'Admin::DomainBlock'), {
    domain: 'evil.example',
    severity: 'suspend',
    reject_reports: true,
    reject_media: false,
  })
  assert.notEqual((await stateOf(server, id)).suspended_at, null)
  const ended = await staff.delete(`${BLOCKS}/${made.id}`)
  await server.settle()
  assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  assert.deepEqual(await stateOf(server, id), { suspended_at: null, silenced_at: null })
  assert.equal((await staff.delete(`${BLOCKS}/${made.id}`)).statusCode, 404)
})

test('a block by API ends follows, and their people here can see which', async () => {
  const { server, staff } = await start()
  await using _ = server
  const alice = await server.signUp('alice')
  const bobId = await insertRemoteAccount(server.app, { username: 'bob', domain: 'evil.example' })
  await server.app.transact(async (tx) => {
    await tx.db
      .insertInto('follow')
      .values({
        id: tx.newId(),
        account_id: bobId,
        target_id: alice.id,
        uri: 'https://evil.example/follows/1',
        show_reblogs: true,
        notify: false,
        languages: null,
        created_at: tx.now,
      })
      .execute()
    tx.addToCount('account_stats.followers_count', alice.id, 1)
  })

  await block(staff, 'evil.example', { severity: 'suspend' })
  await server.settle()

  const [notice] = (await alice.get('/api/v1/notifications')).json()
  assert.equal(notice.type, 'severed_relationships')
  assert.partialDeepStrictEqual(notice.event, {
    type: 'domain_block',
    target_name: 'evil.example',
    followers_count: 1,
    following_count: 0,
  })
})

test('S-135, S-178, S-512, S-179: an allow is made once, listed, read and ended', async () => {
  const { server, staff } = await start()
  await using _ = server

  const made = entityOf(
    await staff.post(ALLOWS, { domain: 'Friend.Example' }),
    'Admin::DomainAllow',
  )
  const again = entityOf(
    await staff.post(ALLOWS, { domain: 'friend.example' }),
    'Admin::DomainAllow',
  )

  assert.equal(made.domain, 'friend.example')
  assert.deepEqual(again, made)
  assert.deepEqual(entityOf(await staff.get(ALLOWS), 'Admin::DomainAllow[]'), [made])
  assert.deepEqual((await staff.get(`${ALLOWS}/${made.id}`)).json(), made)
  for (const body of [{}, { domain: ' ' }, { domain: 'a b' }]) {
    assert.equal((await staff.post(ALLOWS, body)).statusCode, 422)
  }
  const ended = await staff.delete(`${ALLOWS}/${made.id}`)
  assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  assert.equal((await staff.get(`${ALLOWS}/${made.id}`)).statusCode, 404)
  const log = await staff.get('/api/rookery/v1/admin/audit_log', { target_type: 'domain_allow' })
  const actions = log.json().map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['destroy', 'create'], 'what changed nothing is not told')
})

test('S-179: in limited federation accounts of a domain go with its allow', async () => {
  const { server, staff } = await start({ limitedFederationMode: true })
  await using _ = server
  const { id } = (await staff.post(ALLOWS, { domain: 'friend.example' })).json()
  const bob = await insertRemoteAccount(server.app, { username: 'bob', domain: 'friend.example' })
  await server.settle()
  assert.equal((await stateOf(server, bob)).suspended_at, null)

  await staff.delete(`${ALLOWS}/${id}`)
  await server.settle()

  assert.notEqual((await stateOf(server, bob)).suspended_at, null)
})

test('S-180, S-205: only who manages federation may, and what they do is kept', async () => {
  const { server, staff } = await start()
  await using _ = server
  const other = await signUpStaff(server, 'other', ['manageBlocks', 'manageUsers'])

  assert.equal((await other.post(BLOCKS, { domain: 'evil.example' })).statusCode, 403)
  assert.equal((await other.get(ALLOWS)).statusCode, 403)
  const { id } = await block(staff, 'evil.example')
  await staff.put(`${BLOCKS}/${id}`, { severity: 'suspend' })
  await staff.delete(`${BLOCKS}/${id}`)

  const log = await staff.get('/api/rookery/v1/admin/audit_log', { target_type: 'domain_block' })
  const entries = entityOf(log, 'Audit::Entry[]')
  assert.deepEqual(
    entries.map(({ action, account, target }: Record<string, Record<string, unknown>>) => [
      action,
      account!.id,
      target!.label,
    ]),
    ['destroy', 'update', 'create'].map((action) => [action, staff.id, 'evil.example']),
  )
  assert.deepEqual(
    [entries[1].details.from.severity, entries[1].details.to.severity],
    ['silence', 'suspend'],
  )
})
