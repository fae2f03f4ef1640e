import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { auditOf, deedsOf } from '../support/audit-log.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { openSocket } from '../support/streams.ts'

const PATH = '/api/rookery/v1/admin/announcements'

async function announce(user: TestUser, body: Record<string, unknown>) {
  return entityOf(await user.post(PATH, body), 'Admin::Announcement')
}

async function change(user: TestUser, id: string, body: Record<string, unknown>) {
  return entityOf(await user.put(`${PATH}/${id}`, body), 'Admin::Announcement')
}

/** Texts of the announcements that the user sees. */
async function shown(server: TestServer, user: TestUser): Promise<string[]> {
  await server.settle()
  const list = entityOf(await user.get('/api/v1/announcements'), 'Announcement[]')
  return list.map(({ content }: { content: string }) => content.replace(/<[^>]*>/g, ''))
}

const iso = (at: number) => new Date(at).toISOString()

test('an announcement is shown at once, or once somebody publishes it, until it is taken down', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageAnnouncements'])
  const alice = await server.signUp('alice')
  const now = await announce(staff, { text: 'Now #news' })
  const draft = await announce(staff, { text: 'Later', published: false })
  assert.deepEqual([now.published, draft.published, draft.published_at], [true, false, null])
  assert.deepEqual(await shown(server, alice), ['Now #news'])
  const act = async (id: string, deed: string) =>
    entityOf(await staff.post(`${PATH}/${id}/${deed}`), 'Admin::Announcement').published

  assert.equal(await act(draft.id, 'publish'), true)
  assert.equal(await act(draft.id, 'publish'), true)
  assert.deepEqual(await shown(server, alice), ['Now #news', 'Later'])
  assert.equal(await act(now.id, 'unpublish'), false)
  assert.deepEqual(await shown(server, alice), ['Later'])
  assert.equal((await change(staff, draft.id, { published: false })).published, false)
  assert.deepEqual(await shown(server, alice), [])

  const list = await staff.get(`${PATH}?limit=1`)
  assert.deepEqual(idsOf(entityOf(list, 'Admin::Announcement[]')), [draft.id])
  assert.deepEqual(idsOf((await staff.get(linksOf(list).next!)).json()), [now.id])
  assert.equal((await staff.delete(`${PATH}/${now.id}`)).statusCode, 200)
  assert.equal((await staff.get(`${PATH}/${now.id}`)).statusCode, 404)
  const owner = await server.signUp('owner', { role: 'Owner' })
  assert.deepEqual(await deedsOf(owner), [
    'delete Now #news',
    'update Later',
    'unpublish Now #news',
    'publish Later',
    'create Later',
    'create Now #news',
  ])
})

test('one that waits for its time can be put off, called off, and sent at once', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const start = server.app.clock()
  const later = iso(start + HOUR)
  const put = await announce(owner, { text: 'put off', scheduled_at: later })
  const off = await announce(owner, { text: 'called off', scheduled_at: later })
  const soon = await announce(owner, { text: 'at once', scheduled_at: later })
  assert.deepEqual([put.published, put.scheduled_at], [false, later])

  await change(owner, put.id, { scheduled_at: iso(start + 3 * HOUR) })
  assert.equal((await change(owner, off.id, { scheduled_at: '' })).scheduled_at, null)
  assert.equal((await owner.post(`${PATH}/${soon.id}/publish`)).json().scheduled_at, null)

  assert.deepEqual(await shown(server, owner), ['at once'])
  server.clock.now += 2 * HOUR
  assert.deepEqual(await shown(server, owner), ['at once'])
  server.clock.now += 2 * HOUR
  assert.deepEqual(await shown(server, owner), ['at once', 'put off'])
})

test('S-468: streams hear of a changed announcement, and of one that is taken down', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const socket = await openSocket(await server.listen(), { token: owner.token })
  await socket.subscribe('user')
  const { id } = await announce(owner, { text: 'frist' })
  await server.settle()
  assert.equal((await socket.nextPayload('announcement')).content, '<p>frist</p>')

  const changed = await change(owner, id, { text: 'first' })
  await server.settle()
  const told = await socket.nextPayload('announcement')
  assert.deepEqual([told.id, told.content], [id, changed.content])
  await change(owner, id, { text: 'first' })
  await owner.post(`${PATH}/${id}/unpublish`)
  await server.settle()
  const { event, payload } = await socket.next()
  assert.deepEqual([event, payload], ['announcement.delete', id])
  const [, { details }] = await auditOf(owner)
  assert.deepEqual(details, { changed: ['text'] })
})

test('one that is over is shown again once its end is moved, and not before', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const start = server.app.clock()
  const times = { starts_at: iso(start), ends_at: iso(start + HOUR) }
  const { id } = await announce(owner, { text: 'party', ...times })
  assert.deepEqual(await shown(server, owner), ['party'])
  server.clock.now += 2 * HOUR
  assert.deepEqual(await shown(server, owner), [])
  assert.equal((await owner.post(`${PATH}/${id}/publish`)).statusCode, 422)

  const moved = await change(owner, id, { ends_at: iso(start + 4 * HOUR) })

  assert.equal(moved.ended_at, null)
  assert.deepEqual(await shown(server, owner), ['party'])
  server.clock.now += 3 * HOUR
  assert.deepEqual(await shown(server, owner), [])
  assert.notEqual((await owner.get(`${PATH}/${id}`)).json().ended_at, null, 'streams were told')
})

test('S-030: what makes no sense is refused, and changes nothing', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const shownOne = await announce(owner, { text: 'hello' })
  const later = iso(server.app.clock() + HOUR)
  const sooner = iso(server.app.clock() - HOUR)

  for (const wrong of [
    { text: ' ' },
    { text: 'x'.repeat(5001) },
    { text: 'x', starts_at: later },
    { text: 'x', ends_at: later },
    { text: 'x', starts_at: 'soon', ends_at: later },
    { text: 'x', starts_at: later, ends_at: sooner },
  ]) {
    for (const response of [
      await owner.post(PATH, wrong),
      await owner.put(`${PATH}/${shownOne.id}`, wrong),
    ]) {
      assert.equal(response.statusCode, 422, `${JSON.stringify(wrong)}: ${response.body}`)
    }
  }
  assert.equal((await owner.post(PATH, {})).statusCode, 422)
  const puttingOff = await owner.put(`${PATH}/${shownOne.id}`, { scheduled_at: later })
  assert.equal(puttingOff.statusCode, 422, 'it is published already')

  assert.deepEqual(entityOf(await owner.get(PATH), 'Admin::Announcement[]'), [shownOne])
})

test('the preview of an announcement is what its readers get, and stores nothing', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['manageAnnouncements'])
  const alice = await server.signUp('alice')
  const text = 'Hello @alice\n\n#news <b>at</b> https://a.example'

  const preview = entityOf(await staff.post(`${PATH}/preview`, { text }), 'Announcement')
  assert.deepEqual(entityOf(await staff.get(PATH), 'Admin::Announcement[]'), [])
  await announce(staff, { text })
  await server.settle()

  const [read] = entityOf(await alice.get('/api/v1/announcements'), 'Announcement[]')
  const compared = ['content', 'mentions', 'tags', 'statuses', 'emojis']
  for (const name of compared) assert.deepEqual(preview[name], read[name], name)
  assert.match(preview.content, /&lt;b&gt;at&lt;\/b&gt;/)
  assert.equal((await staff.post(`${PATH}/preview`, { text: ' ' })).statusCode, 422)
})
