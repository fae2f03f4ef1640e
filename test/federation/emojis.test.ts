import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { startNetwork } from '../support/network.ts'
import { type Peer, startPeer } from '../support/peer.ts'

const emoji = (peer: Peer, name: string, picture: string, updated = '2025-01-01T00:00:00Z') => ({
  type: 'Emoji',
  id: peer.url(`/emojis/${name}`),
  name: `:${name}:`,
  updated,
  icon: { type: 'Image', mediaType: 'image/png', url: peer.url(picture) },
})

test('emoji of a status and its poll are those of the author’s server, also where we have such names', async () => {
  await using network = await startNetwork(['home'])
  await using peer = await startPeer()
  await using other = await startPeer()
  const home = network.server('home')
  const { origin } = home.app.config
  const alice = await network.signUp('alice@home')
  const bob = peer.addActor('bob')
  await followFromPeer(home, bob, alice)
  const eve = other.addActor('eve', {
    document: { name: 'eve :rook:', tag: [emoji(other, 'rook', '/other.png')] },
  })
  await meet(home, eve)
  const question = {
    id: peer.url('/notes/1'),
    type: 'Question',
    attributedTo: bob.uri,
    to: ['https://www.w3.org/ns/activitystreams#Public'],
    cc: [alice.uri],
    content: `<p>:rook: or :crow:? <a href="${alice.uri}">@alice</a></p>`,
    published: new Date(home.clock.now).toISOString(),
    oneOf: [
      { type: 'Note', name: ':rook:', replies: { totalItems: 0 } },
      { type: 'Note', name: 'none', replies: { totalItems: 0 } },
    ],
    tag: [
      emoji(peer, 'rook', '/rook.png'),
      emoji(peer, 'crow', '/crow.png'),
      { type: 'Mention', href: alice.uri, name: '@alice' },
    ],
  }
  const create = {
    id: `${question.id}/activity`,
    type: 'Create',
    to: question.to,
    object: question,
  }

  const { status: answer } = await peer.send(bob, create, { inbox: `${origin}/inbox` })
  await network.settle()

  assert.equal(answer, 202)
  const status = await alice.resolve(question.id)
  const codes = status.emojis.map(({ shortcode }: { shortcode: string }) => shortcode)
  assert.deepEqual(codes, ['rook', 'crow'])
  assert.equal(status.poll.emojis.length, 1)
  assert.deepEqual(status.poll.emojis[0], status.emojis[0])
  assert.ok(status.emojis[0].url.startsWith(`${origin}/proxy/emojis/`), status.emojis[0].url)
  assert.equal(status.emojis[0].visible_in_picker, false)
  const rows = await home.app.db
    .selectFrom('custom_emoji')
    .select(['shortcode', 'domain', 'image_remote_url'])
    .orderBy('image_remote_url')
    .execute()
  const stored = new Map(
    rows.map((row) => [`${row.shortcode}@${row.domain}`, row.image_remote_url]),
  )
  assert.equal(stored.size, 3)
  assert.equal(stored.get(`rook@${peer.host}`), peer.url('/rook.png'))
  assert.equal(stored.get(`rook@${other.host}`), other.url('/other.png'))
})

test('the latest word about an emoji counts, whenever it comes', async () => {
  await using network = await startNetwork(['home'])
  await using peer = await startPeer()
  const home = network.server('home')
  const bob = peer.addActor('bob')
  await meet(home, bob)
  const pictureAfter = async (picture: string, updated: string) => {
    const object = { ...bob.document, tag: [emoji(peer, 'rook', picture, updated)] }
    const { origin } = home.app.config
    await peer.send(bob, { type: 'Update', object }, { inbox: `${origin}/inbox` })
    await network.settle()
    const row = await home.app.db
      .selectFrom('custom_emoji')
      .select('image_remote_url')
      .executeTakeFirstOrThrow()
    return row.image_remote_url
  }

  assert.equal(await pictureAfter('/1.png', '2025-02-01T00:00:00Z'), peer.url('/1.png'))
  assert.equal(await pictureAfter('/2.png', '2025-03-01T00:00:00Z'), peer.url('/2.png'))
  assert.equal(await pictureAfter('/old.png', '2025-01-01T00:00:00Z'), peer.url('/2.png'))
})
