import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobs } from '../../src/app/compose/jobs.ts'
import {
  BLOCKS,
  blocksOf,
  HEADER,
  IMPORTS,
  LISTS,
  startWithFederationStaff as start,
} from '../support/block-lists.ts'
import { entityOf } from '../support/entities.ts'
import { startListSite } from '../support/list-site.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const OWN = '/api/rookery/v1/admin'

interface Followed {
  server: TestServer
  staff: TestUser
  id: string
}

async function follow(url: string, more: Record<string, unknown> = {}): Promise<Followed> {
  const { server, staff } = await start()
  const made = entityOf(await staff.post(LISTS, { url, ...more }), 'Admin::BlockSubscription')
  await server.settle()
  return { server, staff, id: made.id }
}

async function refresh({ server, staff, id }: Followed, more: Record<string, unknown> = {}) {
  const response = await staff.post(`${LISTS}/${id}/refresh`, more)
  entityOf(response, 'Admin::BlockSubscription')
  await server.settle()
  return look({ staff, id })
}

async function look({ staff, id }: Pick<Followed, 'staff' | 'id'>) {
  return entityOf(await staff.get(`${LISTS}/${id}`), 'Admin::BlockSubscription')
}

test('a list is followed: what comes is blocked, what changes is changed, what is the same is not sent', async () => {
  await using site = await startListSite(`${HEADER}a.example,silence\nb.example,suspend\n`)
  const followed = await follow(site.url, { name: 'Friends' })
  await using _ = followed.server
  const { staff } = followed

  const first = await look(followed)
  assert.partialDeepStrictEqual(first, {
    name: 'Friends',
    severity_limit: 'as_given',
    retract_on_removal: false,
    enabled: true,
    last_error: null,
    blocks_count: 2,
  })
  assert.ok(first.last_checked_at && first.last_import_id)
  const [imported] = (await staff.get(IMPORTS)).json()
  assert.deepEqual([imported.id, imported.source], [first.last_import_id, 'subscription'])

  await refresh(followed)
  assert.deepEqual(
    site.asked.map((tag) => tag !== undefined),
    [false, true],
  )
  assert.equal((await staff.get(IMPORTS)).json().length, 1)

  site.reply.text = `${HEADER}a.example,suspend\nc.example,silence\n`
  await refresh(followed)
  assert.deepEqual(await blocksOf(staff), {
    'a.example': 'suspend',
    'b.example': 'suspend',
    'c.example': 'silence',
  })
  assert.equal((await look(followed)).blocks_count, 3)
})

test('what staff decided is not changed by a list, and stays undone where they undid it', async () => {
  await using site = await startListSite('a.example\nb.example\nc.example\n')
  const { server, staff } = await start()
  await using _ = server
  await staff.post(BLOCKS, { domain: 'a.example', severity: 'noop' })
  const { id } = (await staff.post(LISTS, { url: site.url })).json()
  await server.settle()
  const list = (await staff.get(BLOCKS)).json()
  const idOf = (name: string) => list.find(({ domain }: { domain: string }) => domain === name).id
  await staff.delete(`${BLOCKS}/${idOf('b.example')}`)
  await staff.put(`${BLOCKS}/${idOf('c.example')}`, { severity: 'silence' })

  site.reply.text = 'a.example\nb.example\nc.example\nd.example\n'
  await refresh({ server, staff, id })

  assert.deepEqual(await blocksOf(staff), {
    'a.example': 'noop',
    'c.example': 'silence',
    'd.example': 'suspend',
  })
})

test('what leaves a list is taken back where that is wished, as it was', async () => {
  await using site = await startListSite(`${HEADER}a.example,silence\nb.example,suspend\n`)
  const followed = await follow(site.url, { retract_on_removal: true })
  await using _ = followed.server
  site.reply.text = `${HEADER}a.example,suspend\nb.example,suspend\n`
  await refresh(followed)

  site.reply.text = `${HEADER}c.example,suspend\n`
  await refresh(followed)

  assert.deepEqual(await blocksOf(followed.staff), { 'c.example': 'suspend' })
  const [entry] = (
    await followed.staff.get(`${OWN}/audit_log`, { target_type: 'block_subscription' })
  )
    .json()
    .filter(({ account }: { account: unknown }) => account === null)
  assert.deepEqual(entry.details, { created: 1, changed: 0, removed: 3 })
})

test('a list silences at most where that is wished', async () => {
  await using site = await startListSite(`${HEADER}a.example,suspend\nb.example,noop,true\n`)
  const followed = await follow(site.url, { severity_limit: 'silence' })
  await using _ = followed.server

  assert.deepEqual(await blocksOf(followed.staff), { 'a.example': 'silence', 'b.example': 'noop' })
})

test('a list that cannot be read changes nothing and says why', async () => {
  await using site = await startListSite('a.example\n')
  const followed = await follow(site.url, { retract_on_removal: true })
  await using _ = followed.server
  const broken = [
    [{ status: 500, text: 'oops' }, /status 500/],
    [{ text: '<html>a.example</html>', type: 'text/html' }, /something else/],
    [{ text: '' }, /no domain/],
    [{ text: 'no domain at all\n' }, /no domain/],
    [{ text: `x.example\n${'y'.repeat(5 << 20)}` }, /more than can be taken/],
  ] as const

  for (const [reply, message] of broken) {
    site.reply = { ...reply }
    const { last_error, last_checked_at } = await refresh(followed)
    assert.match(last_error, message)
    assert.ok(last_checked_at)
    assert.deepEqual(await blocksOf(followed.staff), { 'a.example': 'suspend' })
  }
  site.reply = { text: 'a.example\n' }
  assert.equal((await refresh(followed)).last_error, null)
})

test('a list that suddenly grows or shrinks waits until the staff has looked at it', async () => {
  const lines = (many: number) =>
    Array.from({ length: many }, (_, at) => `d${at}.example\n`).join('')
  await using site = await startListSite(lines(10))
  const followed = await follow(site.url, { retract_on_removal: true })
  await using _ = followed.server

  for (const many of [51, 1]) {
    site.reply.text = lines(many)
    assert.match(
      (await refresh(followed)).last_error,
      new RegExp(`has ${many} domains where it had 10`),
    )
    assert.equal((await look(followed)).blocks_count, 10)
  }
  const forced = await refresh(followed, { force: true })
  assert.deepEqual([forced.last_error, forced.blocks_count], [null, 1])
  site.reply.text = lines(5)
  assert.equal((await refresh(followed)).blocks_count, 5)
})

test('lists are read each day while they are enabled, and their blocks outlive them', async () => {
  await using site = await startListSite('a.example\n')
  const followed = await follow(site.url)
  await using _ = followed.server
  const { server, staff, id } = followed
  const daily = async () => {
    await jobs['block_lists.refresh_all']!.run(server.app, {}, 1)
    await server.settle()
  }
  await daily()
  assert.equal(site.asked.length, 2)

  await staff.put(`${LISTS}/${id}`, { enabled: false, name: 'Old' })
  await daily()
  assert.equal(site.asked.length, 2)
  const ended = await staff.delete(`${LISTS}/${id}`)

  assert.deepEqual([ended.statusCode, ended.json()], [200, {}])
  assert.equal((await staff.get(`${LISTS}/${id}`)).statusCode, 404)
  assert.deepEqual(await blocksOf(staff), { 'a.example': 'suspend' })
  const [{ id: importId }] = (await staff.get(IMPORTS)).json()
  assert.equal((await staff.post(`${IMPORTS}/${importId}/retract`)).statusCode, 200)
  assert.deepEqual(await blocksOf(staff), {})
})

test('a list is followed by its address, once, and within bounds', async () => {
  const { server, staff } = await start()
  await using _ = server
  const url = 'https://lists.example/a.csv'
  const { id } = (await staff.post(LISTS, { url })).json()
  await staff.post(LISTS, { url: 'https://lists.example/b.csv' })

  for (const body of [
    {},
    { url: 'list.csv' },
    { url: 'file:///etc/passwd' },
    { url: 'https://me:secret@lists.example/' },
    { url },
    { url: 'https://lists.example/c.csv', severity_limit: 'mild' },
  ]) {
    assert.equal((await staff.post(LISTS, body)).statusCode, 422, JSON.stringify(body))
  }
  const taken = await staff.put(`${LISTS}/${id}`, { url: 'https://lists.example/b.csv' })
  assert.equal(taken.statusCode, 422)
  for (let at = 2; at < 20; at++) await staff.post(LISTS, { url: `https://lists.example/${at}` })
  assert.equal((await staff.post(LISTS, { url: 'https://lists.example/last' })).statusCode, 422)
  assert.equal((await staff.get(LISTS)).json().length, 20)
})

test('A28: a list inside the network is not read', async () => {
  await using site = await startListSite('a.example\n')
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageFederation'])
  const { id } = (await staff.post(LISTS, { url: site.url })).json()

  await server.settle()

  assert.ok((await look({ staff, id })).last_error)
  assert.deepEqual(site.asked, [])
})
