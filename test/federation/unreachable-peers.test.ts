import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteBy } from '../support/notes.ts'

test('jobs that other servers keep from being done end after their last try, and none is parked', async () => {
  await using both = await startHomeAndPeer()
  const { peer, home, alice } = both
  const bob = peer.addActor('bob', {
    document: { featuredTags: peer.url('/users/bob/tags'), featured: peer.url('/users/bob/pins') },
  })
  await followOnPeer(home, alice, bob)
  const away = ['parent', 'stranger', 'quoted', 'collection', 'users/bob/tags', 'users/bob/pins']
  for (const path of away) peer.serve(`/${path}`, '', { status: 503 })
  const note = noteBy(bob, 'look', {
    inReplyTo: peer.url('/parent'),
    quote: peer.url('/quoted'),
    tag: [
      { type: 'Mention', href: peer.url('/stranger'), name: '@stranger' },
      { type: 'FeaturedCollection', href: peer.url('/collection') },
    ],
  })

  await both.deliver(bob, createOf(note))
  for (let day = 0; day < 12; day++) {
    await both.settle()
    home.clock.now += DAY
  }

  const kinds = await home.app.db
    .selectFrom('job')
    .select(['kind', 'last_error'])
    .where('parked_at', 'is not', null)
    .execute()
  assert.deepEqual(kinds, [])
  for (const path of away.slice(0, 3)) assert.ok(peer.count(`/${path}`) > 1, path)
})

test('files that their server has no more, or not now, answer so and leave no job behind', async () => {
  await using both = await startHomeAndPeer()
  const { peer, home, alice } = both
  const bob = peer.addActor('bob')
  await followOnPeer(home, alice, bob)
  const files = { '/404.png': 404, '/410.png': 410, '/503.png': 503, '/text.png': 200 }
  const attachment = Object.entries(files).map(([path, status]) => {
    peer.serve(path, 'no picture', { status, contentType: 'image/png' })
    return { type: 'Document', mediaType: 'image/png', url: peer.url(path) }
  })
  await both.deliver(bob, createOf(noteBy(bob, 'look', { attachment })))
  const [status] = await alice.home()
  const report = { account_id: status.account.id, status_ids: [status.id] }
  assert.equal((await alice.post('/api/v1/reports', report)).statusCode, 200)

  for (let day = 0; day < 8; day++) {
    await both.settle()
    home.clock.now += DAY
  }

  const parked = await home.app.db
    .selectFrom('job')
    .select(['kind', 'last_error'])
    .where('parked_at', 'is not', null)
    .execute()
  assert.deepEqual(parked, [])
  const answers: number[] = []
  for (const { url } of status.media_attachments) {
    answers.push((await home.anonymous.get(new URL(url).pathname)).statusCode)
  }
  assert.deepEqual(answers, [404, 404, 503, 404])
})
