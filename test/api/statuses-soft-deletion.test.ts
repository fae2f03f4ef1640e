import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { areMissing, uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'

/** A post with a picture that alice reported, and one of the staff. */
async function startWithReport(more: Record<string, unknown> = {}) {
  await using open = new AsyncDisposableStack()
  const server = open.use(await startTestServer())
  server.runner.start()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const media = await uploadPicture(bob)
  const status = await bob.publish('rude words', { media_ids: [media.id], ...more })
  const reportId = await report(alice, bob, status.id)
  const kept = open.move()
  return {
    ...{ server, alice, bob, mona, media, status, reportId },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function report(by: TestUser, about: TestUser, statusId: string): Promise<string> {
  const body = { account_id: about.id, status_ids: [statusId] }
  return entityOf(await by.post('/api/v1/reports', body), 'Report').id
}

async function shownIn(mona: TestUser, reportId: string) {
  const response = await mona.get(`/api/v1/admin/reports/${reportId}`)
  return entityOf(response, 'Admin::Report').statuses
}

async function wait(server: TestServer, days: number): Promise<void> {
  server.clock.now += days * DAY
  await server.settle()
}

const storedStatuses = ({ app }: TestServer) => app.db.selectFrom('status').select('id').execute()
const storedMedia = ({ app }: TestServer) =>
  app.db.selectFrom('media_attachment').select('id').execute()

test('S-151, S-152 what was reported is shown to the staff with text, poll and media after its deletion', async () => {
  await using world = await startWithReport({
    spoiler_text: 'careful',
    poll: { options: ['a', 'b'], expires_in: 300 },
  })
  const { server, bob, mona, status, media, reportId } = world

  assert.equal((await bob.delete(`${PATH}/${status.id}`)).statusCode, 200)
  await wait(server, 3)

  const [shown] = await shownIn(mona, reportId)
  assert.partialDeepStrictEqual(shown, {
    id: status.id,
    content: '<p>rude words</p>',
    spoiler_text: 'careful',
  })
  assert.equal(shown.poll.options.length, 2)
  assert.deepEqual(idsOf(shown.media_attachments), [media.id])
  assert.deepEqual(await areMissing(server, [media.url, media.preview_url]), [false, false])
  for (const user of [bob, mona]) {
    assert.equal((await user.get(`${PATH}/${status.id}`)).statusCode, 404)
  }
})

test('S-151 once the report is resolved, all of it goes', async () => {
  await using world = await startWithReport()
  const { server, bob, mona, status, media, reportId } = world
  await bob.delete(`${PATH}/${status.id}`)
  await wait(server, 3)

  await mona.post(`/api/v1/admin/reports/${reportId}/resolve`)
  await wait(server, 2)
  await wait(server, 1)

  assert.deepEqual(await storedStatuses(server), [])
  assert.deepEqual(await storedMedia(server), [])
  assert.deepEqual(await areMissing(server, [media.url, media.preview_url]), [true, true])
  assert.deepEqual(await shownIn(mona, reportId), [])
})

test('S-151, S-154 who deletes media with a reported post sees them gone; the staff still has them', async () => {
  await using world = await startWithReport()
  const { server, bob, mona, status, media, reportId } = world

  await bob.delete(`${PATH}/${status.id}?delete_media=true`)
  await server.settle()

  assert.equal((await bob.get(`/api/v1/media/${media.id}`)).statusCode, 404)
  const again = await bob.post(PATH, { status: 'again', media_ids: [media.id] })
  assert.equal(again.statusCode, 422)
  const [shown] = await shownIn(mona, reportId)
  assert.deepEqual(idsOf(shown.media_attachments), [media.id])
  assert.deepEqual(await areMissing(server, [media.url]), [false])
})

test('S-151, S-154 media of a reported post can be used again, whatever becomes of that', async () => {
  await using world = await startWithReport()
  const { server, bob, mona, status, media, reportId } = world
  await bob.delete(`${PATH}/${status.id}`)

  const second = await bob.publish('again', { media_ids: [media.id] })
  await bob.delete(`${PATH}/${second.id}?delete_media=true`)
  await wait(server, 3)

  const [shown] = await shownIn(mona, reportId)
  assert.deepEqual(idsOf(shown.media_attachments), [media.id])
  assert.deepEqual(await areMissing(server, [media.url]), [false])
  await mona.post(`/api/v1/admin/reports/${reportId}/resolve`)
  await wait(server, 2)
  await wait(server, 1)
  assert.deepEqual(await storedMedia(server), [])
})

test('S-151, S-154 deleting unused media by their id leaves those of a reported post to the staff', async () => {
  await using world = await startWithReport()
  const { server, bob, mona, status, media, reportId } = world
  await bob.delete(`${PATH}/${status.id}`)

  assert.equal((await bob.delete(`/api/v1/media/${media.id}`)).statusCode, 200)
  await server.settle()

  assert.equal((await bob.get(`/api/v1/media/${media.id}`)).statusCode, 404)
  const [shown] = await shownIn(mona, reportId)
  assert.deepEqual(idsOf(shown.media_attachments), [media.id])
})

test('S-151 a report that is reopened in time keeps what it names', async () => {
  await using world = await startWithReport()
  const { server, bob, mona, status, media, reportId } = world
  await mona.post(`/api/v1/admin/reports/${reportId}/resolve`)
  await bob.delete(`${PATH}/${status.id}`)

  await mona.post(`/api/v1/admin/reports/${reportId}/reopen`)
  await wait(server, 3)

  const [shown] = await shownIn(mona, reportId)
  assert.deepEqual(idsOf(shown.media_attachments), [media.id])
  assert.deepEqual(await areMissing(server, [media.url]), [false])
})

test('S-151 a reported boost is kept with what it boosts', async () => {
  await using server = await startTestServer()
  server.runner.start()
  const [alice, bob, carol] = [
    await server.signUp('alice'),
    await server.signUp('bob'),
    await server.signUp('carol'),
  ]
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const original = await carol.publish('rude words')
  const boost = entityOf(await bob.post(`${PATH}/${original.id}/reblog`), 'Status')
  const reportId = await report(alice, bob, boost.id)

  await carol.delete(`${PATH}/${original.id}`)
  await wait(server, 3)

  const [shown] = await shownIn(mona, reportId)
  assert.equal(shown.id, boost.id)
  assert.equal(shown.reblog.content, '<p>rude words</p>')
})

test('S-151 what an account that was deleted had reported stays with the report', async () => {
  await using world = await startWithReport()
  const { server, bob, mona, media, reportId } = world

  await server.app.transact((tx) => deleteAccount(tx, bob.id))
  await wait(server, 3)

  const [shown] = await shownIn(mona, reportId)
  assert.equal(shown.content, '<p>rude words</p>')
  assert.deepEqual(await areMissing(server, [media.url]), [false])
})

test('S-513 marks on a status that was reported and then deleted break nothing', async () => {
  await using world = await startWithReport()
  const { alice, bob, mona, status } = world
  const kept = await bob.publish('kept')
  for (const { id } of [status, kept]) {
    for (const action of ['bookmark', 'favourite', 'reblog']) {
      assert.equal((await alice.post(`${PATH}/${id}/${action}`)).statusCode, 200)
    }
  }

  await bob.delete(`${PATH}/${status.id}`)

  for (const user of [alice, bob, mona]) {
    for (const list of ['bookmarks', 'favourites']) {
      const shown = idsOf(entityOf(await user.get(`/api/v1/${list}`), 'Status[]'))
      assert.deepEqual(shown, user === alice ? [kept.id] : [])
    }
    for (const action of ['unbookmark', 'unfavourite', 'unreblog', 'bookmark', 'favourite']) {
      assert.equal((await user.post(`${PATH}/${status.id}/${action}`)).statusCode, 404, action)
    }
    for (const part of ['', '/context', '/favourited_by', '/reblogged_by', '/history']) {
      assert.equal((await user.get(`${PATH}/${status.id}${part}`)).statusCode, 404, part)
    }
  }
})
