import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/app/compose/jobs.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import {
  BLOCKS,
  blocksOf,
  HEADER,
  IMPORTS,
  namesIn,
  startWithFederationStaff as start,
} from '../support/block-lists.ts'
import { entityOf } from '../support/entities.ts'
import { multipart } from '../support/multipart.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import type { TestServer, TestUser } from '../support/server.ts'

const OWN = '/api/rookery/v1/admin'

async function send(staff: TestUser, text: string, more: Record<string, string> = {}) {
  const [body, headers] = await multipart({ file: Buffer.from(text), ...more })
  return staff.post(IMPORTS, body, headers)
}

async function bring(staff: TestUser, text: string, more: Record<string, string> = {}) {
  const applied = { dry_run: 'false', ...more }
  return entityOf(await send(staff, text, applied), 'Admin::BlockImportDetails')
}

/** Makes somebody here follow somebody there, and the other way around. */
async function befriend(server: TestServer, userId: string, remoteId: string): Promise<void> {
  await server.app.transact(async (tx) => {
    for (const [account_id, target_id] of [
      [userId, remoteId],
      [remoteId, userId],
    ] as const) {
      const id = tx.newId()
      const rest = { show_reblogs: true, notify: false, languages: null, created_at: tx.now }
      const uri = `https://x.example/${id}`
      await tx.db
        .insertInto('follow')
        .values({ id, account_id, target_id, uri, ...rest })
        .execute()
    }
  })
}

test('a file as Mastodon writes it is imported, and comes out the same', async () => {
  const { server, staff } = await start()
  await using _ = server
  const file = `${HEADER}a.example,suspend,false,false,"spam, mostly",true\nb.example,silence,true,true,,false\nc.example,noop,true,false,,false\n`

  const made = await bring(staff, file, { name: 'friends' })

  assert.partialDeepStrictEqual(made, {
    name: 'friends',
    source: 'file',
    state: 'applied',
    total: 3,
    changed: [],
    skipped: [],
    errors: [],
  })
  const list = (await staff.get(BLOCKS)).json()
  assert.partialDeepStrictEqual(list.at(-1), {
    domain: 'a.example',
    severity: 'suspend',
    public_comment: 'spam, mostly',
    obfuscate: true,
  })
  assert.match(list[0].private_comment, /^From friends, \d{4}-\d\d-\d\d$/)
  const exported = await staff.get(`${OWN}/domain_blocks/export.csv`)
  assert.equal(exported.headers['content-type'], 'text/csv; charset=utf-8')
  assert.match(String(exported.headers['content-disposition']), /domain_blocks\.csv/)
  assert.equal(exported.body, file)
  await staff.post('/api/v1/admin/domain_allows', { domain: 'friend.example' })
  const allows = await staff.get(`${OWN}/domain_allows/export.csv`)
  assert.equal(allows.body, '#domain\nfriend.example\n')
})

test('domains alone are suspended, and comments left out', async () => {
  const { server, staff } = await start()
  await using _ = server

  await bring(staff, '# a list\na.example\n*.b.example\n# the end\nc.example,silence\n')

  const expected = { 'a.example': 'suspend', 'b.example': 'suspend', 'c.example': 'silence' }
  assert.deepEqual(await blocksOf(staff), expected)
})

test('a file is looked at and not applied unless that is asked for', async () => {
  const { server, staff } = await start()
  await using _ = server

  const made = entityOf(await send(staff, 'evil.example\n'), 'Admin::BlockImportDetails')

  assert.equal(made.state, 'dry_run')
  assert.deepEqual(namesIn(made.created), ['evil.example'])
  assert.deepEqual(await blocksOf(staff), {})
})

test('a dry run tells what would be, follows that end included, and changes nothing', async () => {
  const { server, staff } = await start()
  await using _ = server
  await staff.post(BLOCKS, { domain: 'known.example', severity: 'silence' })
  const alice = await server.signUp('alice')
  const bob = await insertRemoteAccount(server.app, { username: 'bob', domain: 'm.evil.example' })
  await befriend(server, alice.id, bob)

  const made = await bring(
    staff,
    `${HEADER}evil.example,suspend\nknown.example,suspend\nx.example,mild\nno domain,suspend\nevil.example,silence\n`,
    { dry_run: 'true' },
  )

  assert.equal(made.state, 'dry_run')
  assert.deepEqual(made.created, [
    { domain: 'evil.example', severity: 'suspend', followers_lost: 1, following_lost: 1 },
  ])
  assert.deepEqual(namesIn(made.skipped), ['known.example', 'evil.example'])
  assert.deepEqual(
    made.errors.map(({ line, text }: { line: number; text: string }) => [line, text]),
    [
      [4, 'x.example,mild'],
      [5, 'no domain,suspend'],
    ],
  )
  assert.deepEqual(await blocksOf(staff), { 'known.example': 'silence' })

  const applied = await staff.post(`${IMPORTS}/${made.id}/apply`)
  await server.settle()
  assert.equal(entityOf(applied, 'Admin::BlockImportDetails').state, 'applied')
  assert.deepEqual(await blocksOf(staff), { 'evil.example': 'suspend', 'known.example': 'silence' })
  const [notice] = (await alice.get('/api/v1/notifications')).json()
  assert.partialDeepStrictEqual(notice.event, { followers_count: 1, following_count: 1 })
  assert.equal((await staff.post(`${IMPORTS}/${made.id}/apply`)).statusCode, 422)
  const list = entityOf(await staff.get(IMPORTS), 'Admin::BlockImport[]')
  assert.deepEqual([list.length, list[0].id, list[0].state], [1, made.id, 'applied'])
})

test('follows are counted that end because a block becomes stricter, or names the host behind a handle', async () => {
  const { server, staff } = await start()
  await using _ = server
  await staff.post(BLOCKS, { domain: 'known.example', severity: 'silence' })
  const alice = await server.signUp('alice')
  const people = [
    { username: 'bob', domain: 'known.example' },
    { username: 'carol', domain: 'nice.example', host: 'social.evil.example' },
  ]
  for (const person of people) {
    await befriend(server, alice.id, await insertRemoteAccount(server.app, person))
  }

  const made = await bring(staff, `${HEADER}known.example,suspend\nevil.example,suspend\n`, {
    dry_run: 'true',
    mode: 'overwrite',
  })

  const lost = { followers_lost: 1, following_lost: 1 }
  assert.deepEqual(made.created, [{ domain: 'evil.example', severity: 'suspend', ...lost }])
  const change = { domain: 'known.example', from: 'silence', to: 'suspend' }
  assert.deepEqual(made.changed, [{ ...change, ...lost }])
})

test('a dry run that is old does nothing to what was decided meanwhile', async () => {
  const { server, staff } = await start()
  await using _ = server
  const made = await bring(staff, 'a.example\nb.example\nc.example\n', { dry_run: 'true' })
  await staff.post(BLOCKS, { domain: 'a.example', severity: 'noop' })
  await staff.post('/api/v1/admin/domain_allows', { domain: 'b.example' })

  const applied = (await staff.post(`${IMPORTS}/${made.id}/apply`)).json()

  assert.deepEqual(await blocksOf(staff), { 'a.example': 'noop', 'c.example': 'suspend' })
  assert.deepEqual(namesIn(applied.created), ['c.example'])
})

test('nobody blocks this server, what is allowed, or a whole top-level domain by a file', async () => {
  const { server, staff } = await start()
  await using _ = server
  await staff.post('/api/v1/admin/domain_allows', { domain: 'good.friend.example' })
  const file = 'rookery.test\nfriend.example\ncom\nco.uk\ncom.vn\ne**l.example\nbad.example\n'

  const planned = await bring(staff, file, { dry_run: 'true' })
  const made = await bring(staff, file)

  assert.deepEqual(await blocksOf(staff), { 'bad.example': 'suspend' })
  for (const { created, skipped, errors } of [planned, made]) {
    assert.deepEqual(namesIn(created), ['bad.example'])
    assert.deepEqual(namesIn(skipped), ['rookery.test', 'friend.example'])
    assert.equal(errors.length, 4)
  }
})

test('A24: what a file blocks is not spoken with from then on', async () => {
  const { server, staff } = await start()
  await using _ = server
  await insertRemoteAccount(server.app, { username: 'bob', domain: 'evil.example' })
  const peers = async () => (await server.anonymous.get('/api/v1/instance/peers')).json()
  assert.deepEqual(await peers(), ['evil.example'])

  const { id } = await bring(staff, 'evil.example\n')
  assert.deepEqual(await peers(), [])
  await staff.post(`${IMPORTS}/${id}/retract`)

  assert.deepEqual(await peers(), ['evil.example'])
})

test('S-174: what a domain above says counts within a file, too', async () => {
  const { server, staff } = await start()
  await using _ = server

  const made = await bring(staff, `${HEADER}evil.example,suspend\na.evil.example,silence\n`)

  assert.deepEqual(await blocksOf(staff), { 'evil.example': 'suspend' })
  assert.equal(made.skipped[0].domain, 'a.evil.example')
})

test('overwriting gives known blocks the values of the file, and taking back their own', async () => {
  const { server, staff } = await start()
  await using _ = server
  await staff.post(BLOCKS, { domain: 'a.example', severity: 'silence', private_comment: 'mail' })
  await staff.post(BLOCKS, { domain: 'b.example', severity: 'silence' })
  const { id: editedId } = (await staff.post(BLOCKS, { domain: 'c.example' })).json()

  const made = await bring(
    staff,
    `${HEADER}a.example,suspend,,,evil,\nb.example,silence\nc.example,suspend\nd.example,suspend\ne.example,suspend\n`,
    { mode: 'overwrite' },
  )
  const none = { followers_lost: 0, following_lost: 0 }
  assert.deepEqual(made.changed, [
    { domain: 'a.example', from: 'silence', to: 'suspend', ...none },
    { domain: 'c.example', from: 'silence', to: 'suspend', ...none },
  ])
  const before = (await staff.get(BLOCKS)).json()
  const created = before.find(({ domain }: { domain: string }) => domain === 'e.example')
  await staff.put(`${BLOCKS}/${editedId}`, { public_comment: 'edited since' })
  await staff.delete(`${BLOCKS}/${created.id}`)
  await staff.post(BLOCKS, { domain: 'e.example', severity: 'suspend' })

  const back = entityOf(
    await staff.post(`${IMPORTS}/${made.id}/retract`),
    'Admin::BlockImportDetails',
  )

  assert.equal(back.state, 'retracted')
  assert.deepEqual(await blocksOf(staff), {
    'a.example': 'silence',
    'b.example': 'silence',
    'c.example': 'suspend',
    'e.example': 'suspend',
  })
  const a = (await staff.get(BLOCKS))
    .json()
    .find(({ domain }: { domain: string }) => domain === 'a.example')
  assert.deepEqual([a.public_comment, a.private_comment], [null, 'mail'])
  assert.deepEqual(namesIn(back.skipped), ['b.example', 'c.example', 'e.example'])
  assert.equal((await staff.post(`${IMPORTS}/${made.id}/retract`)).statusCode, 422)
})

test('taking back an import shows accounts again', async () => {
  const { server, staff } = await start()
  await using _ = server
  const bob = await insertRemoteAccount(server.app, { username: 'bob', domain: 'evil.example' })
  const suspended = async () =>
    (
      await server.app.db
        .selectFrom('account')
        .select('suspended_at')
        .where('id', '=', bob)
        .executeTakeFirstOrThrow()
    ).suspended_at !== null

  const made = await bring(staff, 'evil.example\n')
  await server.settle()
  assert.equal(await suspended(), true)
  await staff.post(`${IMPORTS}/${made.id}/retract`)
  await server.settle()
  assert.equal(await suspended(), false)
})

test('a large file is applied in full and taken back in full', async () => {
  const { server, staff } = await start()
  await using _ = server
  const file = Array.from({ length: 1300 }, (_, at) => `d${at}.example`).join('\n')

  const made = await bring(staff, file)
  const { many } = await countBlocks(server)
  await staff.post(`${IMPORTS}/${made.id}/retract`)

  assert.equal(made.created.length, 1300)
  assert.equal(many, 1300)
  assert.equal((await countBlocks(server)).many, 0)
})

function countBlocks({ app }: TestServer) {
  return app.db
    .selectFrom('domain_block')
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
}

test('A36, A39, A54: files that are too much are refused, and dry runs do not pile up', async () => {
  const { server, staff } = await start()
  await using _ = server
  const lines = (many: number) =>
    Array.from({ length: many }, (_, at) => `d${at}.example`).join('\n')

  assert.equal((await send(staff, '')).statusCode, 422)
  assert.equal((await send(staff, '# nothing\n')).statusCode, 422)
  assert.equal((await send(staff, lines(10_001))).statusCode, 422)
  assert.equal((await send(staff, `a.example,suspend,,,"${'x'.repeat(20_000)}"`)).statusCode, 422)
  assert.ok([413, 422].includes((await send(staff, 'x'.repeat((4 << 20) + 1))).statusCode))
  assert.equal((await staff.post(IMPORTS, {})).statusCode, 422)
  assert.equal((await send(staff, 'a.example', { mode: 'replace' })).statusCode, 422)
  assert.equal((await send(staff, 'a.example', { name: 'x'.repeat(201) })).statusCode, 422)
  const long = await bring(staff, `${HEADER}a.example,suspend,,,${'x'.repeat(2001)},\n`, {
    dry_run: 'true',
  })
  assert.equal(long.errors[0].text.length, 200)
  for (let at = 1; at < 50; at++) await send(staff, 'a.example', { dry_run: 'true' })
  assert.equal((await send(staff, 'a.example', { dry_run: 'true' })).statusCode, 422)
  server.clock.now += 31 * DAY
  await jobs['block_lists.prune']!.run(server.app, {}, 1)
  assert.equal((await send(staff, 'a.example', { dry_run: 'true' })).statusCode, 200)
})

test('S-205: an import, what became of it and a list are kept', async () => {
  const { server, staff } = await start()
  await using _ = server
  const { id } = await bring(staff, 'a.example\n', { dry_run: 'true', name: 'list' })
  await staff.post(`${IMPORTS}/${id}/apply`)
  await staff.post(`${IMPORTS}/${id}/retract`)

  const log = (await staff.get(`${OWN}/audit_log`, { target_type: 'block_import' })).json()

  const seen = log.map(({ action, target }: { action: string; target: { label: string } }) => [
    action,
    target.label,
  ])
  assert.deepEqual(seen, [
    ['retract', 'list'],
    ['apply', 'list'],
    ['create', 'list'],
  ])
})
