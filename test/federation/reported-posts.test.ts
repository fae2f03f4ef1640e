import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropOldest } from '../../src/features/proxy/cache.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { png } from '../support/media-api.ts'
import { createOf, deleteOf, noteBy } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'

/** A post of bob's, who is elsewhere, with a picture; alice sees and reports it. */
async function startWithReport() {
  await using open = new AsyncDisposableStack()
  const both = open.use(await startHomeAndPeer())
  const bob = both.peer.addActor('bob')
  const outbox = { id: `${bob.uri}/outbox`, type: 'OrderedCollection', totalItems: 5 }
  both.peer.serve('/users/bob/outbox', outbox)
  await followOnPeer(both.home, both.alice, bob)
  both.peer.serve('/a.png', await png(20, 10), { contentType: 'image/png' })
  const url = both.peer.url('/a.png')
  const attachment = [{ type: 'Document', mediaType: 'image/png', url }]
  const note = noteBy(bob, 'rude words', { attachment })
  await both.deliver(bob, createOf(note))
  const [status] = await both.alice.home()
  const mona = await both.home.signUp('mona', { role: 'Moderator' })
  const body = { account_id: status.account.id, status_ids: [status.id], comment: 'rude' }
  const report = entityOf(await both.alice.post('/api/v1/reports', body), 'Report')
  await both.settle()
  const kept = open.move()
  return {
    ...{ both, bob, note, status, mona, reportId: report.id as string },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Everything that is done daily or hourly is done. */
async function passDays({ home }: HomeAndPeer, days: number): Promise<void> {
  home.clock.now += days * DAY
  const kinds = ['status.remove_deleted', 'media.remove_unattached']
  for (const kind of kinds) {
    await home.app.transact(async (tx) => tx.enqueue({ kind, payload: {} }))
    await home.settle()
  }
}

const pathsOf = ({ media_attachments: media }: Json): string[] =>
  media.flatMap((one: Json) => [one.url, one.preview_url].map((url) => new URL(url).pathname))

test('S-151 what its own server deletes while it is reported stays for the staff, files too', async () => {
  await using world = await startWithReport()
  const { both, bob, note, status, mona, reportId } = world
  const show = async () =>
    entityOf(await mona.get(`/api/v1/admin/reports/${reportId}`), 'Admin::Report').statuses

  both.peer.remove('/a.png')
  await both.deliver(bob, deleteOf(note))
  await passDays(both, 3)
  await dropOldest(both.home.app, {})

  const [shown] = await show()
  assert.equal(shown.content, '<p>rude words</p>')
  assert.deepEqual(idsOf(shown.media_attachments), idsOf(status.media_attachments))
  for (const path of pathsOf(shown)) {
    assert.equal((await mona.get(path)).statusCode, 200, path)
  }
  assert.equal((await both.alice.get(`/api/v1/statuses/${status.id}`)).statusCode, 404)

  await mona.post(`/api/v1/admin/reports/${reportId}/resolve`)
  await passDays(both, 2)
  await dropOldest(both.home.app, {})
  assert.deepEqual(await show(), [])
  assert.equal((await mona.get(pathsOf(shown)[0]!)).statusCode, 404)
})

test('the staff tells another server of a report, as often as it likes', async () => {
  await using world = await startWithReport()
  const { both, bob, note, mona, reportId } = world
  const path = `/api/rookery/v1/admin/reports/${reportId}/forward`
  assert.deepEqual(both.peer.receivedOf('Flag'), [])

  const foreign = await mona.post(path, { domains: ['nowhere.example'] })
  assert.equal(foreign.statusCode, 422, foreign.body)
  for (let time = 1; time <= 2; time++) {
    const report = entityOf(await mona.post(path), 'Admin::Report')
    assert.equal(report.forwarded, true)
    await both.settle()
  }

  const flags = both.peer.receivedOf('Flag')
  assert.deepEqual(
    flags.map(({ object, content }) => [object, content]),
    [1, 2].map(() => [[bob.uri, note.id], 'rude']),
  )
  assert.equal(new Set(flags.map(({ id }) => id)).size, 2)
})

test('the staff sees the files of a reported account of another server that it suspended', async () => {
  await using world = await startWithReport()
  const { both, status, mona, reportId } = world
  const action = { type: 'suspend' }
  const acted = await mona.post(`/api/v1/admin/accounts/${status.account.id}/action`, action)
  assert.equal(acted.statusCode, 200, acted.body)
  await both.settle()

  const report = await mona.get(`/api/v1/admin/reports/${reportId}`)
  const [shown] = entityOf(report, 'Admin::Report').statuses

  for (const path of pathsOf(shown)) {
    assert.equal((await both.home.anonymous.get(path)).statusCode, 404, path)
  }
  const { pathname, search } = new URL(shown.media_attachments[0].url)
  const seen = await both.home.anonymous.get(pathname + search)
  assert.deepEqual([seen.statusCode, seen.headers['cache-control']], [200, 'private, no-store'])
})
