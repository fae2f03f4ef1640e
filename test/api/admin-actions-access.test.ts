import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { inTime } from '../support/in-time.ts'
import { uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { openEvents, openSocket, refusedSocket } from '../support/streams.ts'

const act = async (staff: TestUser, target: TestUser, type: string) => {
  const response = await staff.post(`/api/v1/admin/accounts/${target.id}/action`, { type })
  assert.equal(response.statusCode, 200, response.body)
}

const undo = async (staff: TestUser, target: TestUser, name: string) => {
  const response = await staff.post(`/api/v1/admin/accounts/${target.id}/${name}`)
  assert.equal(response.statusCode, 200, response.body)
}

test('A46: suspending and freezing close streams and void tokens until taken back', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const owner = await server.signUp('owner', { role: 'Owner' })
  for (const [type, undoing] of [
    ['suspend', 'unsuspend'],
    ['disable', 'enable'],
  ] as const) {
    const user = await server.signUp(`who_${type}`)
    const socket = await openSocket(address, { token: user.token, query: { stream: 'user' } })
    const events = await openEvents(address, 'user', { authorization: `Bearer ${user.token}` })

    await act(owner, user, type)
    assert.equal(await inTime(socket.closed, `${type}: the socket is closed`), 1008, type)
    await inTime(events.ended, `${type}: the event stream ends`)

    assert.equal((await refusedSocket(address, { token: user.token })).status, 403, type)
    for (const path of ['/api/v1/timelines/home', '/api/v1/timelines/public']) {
      assert.equal((await user.get(path)).statusCode, 403, `${type} ${path}`)
    }
    assert.equal((await user.post('/api/v1/statuses', { status: 'x' })).statusCode, 403)
    await undo(owner, user, undoing)
    assert.equal((await user.get('/api/v1/timelines/home')).statusCode, 200, undoing)
    const again = await openSocket(address, { token: user.token, query: { stream: 'user' } })
    await again.settle()
  }
})

test('A48: staff that is suspended or frozen has no powers from then on', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  for (const type of ['suspend', 'disable']) {
    const mod = await server.signUp(`mod_${type}`, { role: 'Moderator' })
    await act(mod, alice, 'none')

    await act(owner, mod, type)

    const path = `/api/v1/admin/accounts/${alice.id}/action`
    assert.equal((await mod.post(path, { type: 'silence' })).statusCode, 403, type)
    assert.equal((await mod.get('/api/rookery/v1/admin/strikes')).statusCode, 403, type)
  }
})

test('the files of a suspended account are given to nobody, and none of them is lost', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  const { id } = await uploadPicture(alice)
  const { media_attachments } = await alice.publish('look', { media_ids: [id] })
  const [{ url, preview_url }] = media_attachments
  const paths = [url, preview_url].map((address: string) => new URL(address).pathname)
  const shown = async () => {
    const answers = await Promise.all(paths.map((path) => server.anonymous.get(path)))
    return answers.map(({ statusCode }) => statusCode)
  }
  server.runner.start()
  await server.settle()

  await act(owner, alice, 'suspend')
  await server.settle()
  assert.deepEqual(await shown(), [404, 404])
  // what looks for files that are nobody's comes by, too
  for (let week = 1; week <= 4; week++) {
    server.clock.now += 7 * DAY
    await server.settle()
  }
  assert.deepEqual(await shown(), [404, 404])
  const file = await server.app.storage.open(paths[0]!.replace('/system/', ''))
  assert.equal(file?.hidden, true)
  await file?.close()
})

test('the staff sees in a report the files of who was suspended, and nobody else does', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const { id } = await uploadPicture(alice)
  const status = await alice.publish('look', { media_ids: [id] })
  const report = { account_id: alice.id, status_ids: [status.id] }
  assert.equal((await bob.post('/api/v1/reports', report)).statusCode, 200)
  await act(owner, alice, 'suspend')
  await server.settle()

  const [shown] = (await owner.get('/api/v1/admin/reports?resolved=true')).json()
  const [media] = shown.statuses[0].media_attachments
  const pathOf = (address: string) => address.slice(new URL(address).origin.length)
  const read = async (path: string) => {
    const { statusCode, headers } = await server.anonymous.get(path)
    return [statusCode, headers['cache-control']]
  }

  for (const address of [media.url, media.preview_url]) {
    const path = pathOf(address)
    assert.deepEqual(await read(path), [200, 'private, no-store'])
    assert.equal((await read(path.split('?')[0]!))[0], 404)
    assert.equal((await read(`${path.slice(0, -4)}aaaa`))[0], 404)
  }
  const [, proof] = pathOf(media.url).split('?')
  assert.equal((await read(`${pathOf(media.preview_url).split('?')[0]}?${proof}`))[0], 404)
  server.clock.now += 3 * 3_600_000
  assert.equal((await read(pathOf(media.url)))[0], 404)
})

test('the files of an account whose suspension is taken back are there again', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  const { id } = await uploadPicture(alice)
  const { media_attachments } = await alice.publish('look', { media_ids: [id] })
  const path = new URL(media_attachments[0].url).pathname

  await act(owner, alice, 'suspend')
  await server.settle()
  await undo(owner, alice, 'unsuspend')
  await server.settle()
  assert.equal((await server.anonymous.get(path)).statusCode, 200)
  await act(owner, alice, 'suspend')
  await server.settle()
  const erased = await owner.delete(`/api/v1/admin/accounts/${alice.id}`)
  assert.equal(erased.body, '{}')
  await server.settle()

  const key = path.replace('/system/', '')
  assert.equal(await server.app.storage.open(key), null, 'hidden files are erased, too')
})

test('each suspension has thirty days of its own', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const alice = await server.signUp('alice')
  server.runner.start()
  await server.settle()
  const accept = 'application/activity+json'
  const status = async () =>
    (await server.anonymous.send('GET', '/users/alice', undefined, { accept })).statusCode

  await act(owner, alice, 'suspend')
  server.clock.now += 20 * DAY
  await undo(owner, alice, 'unsuspend')
  await act(owner, alice, 'suspend')
  await server.settle()
  for (const [days, expected] of [
    [15, 200],
    [16, 410],
  ] as const) {
    server.clock.now += days * DAY
    await server.settle()
    assert.equal(await status(), expected)
  }
  const [entry] = await server.app.db
    .selectFrom('audit_entry')
    .select(['account_id', 'label'])
    .where('action', '=', 'delete')
    .execute()
  assert.deepEqual(entry, { account_id: null, label: '@alice' })
})
