import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { documentAt, startPair } from '../support/known-peer.ts'
import { uploadPicture } from '../support/media-api.ts'
import { picture } from '../support/media-samples.ts'
import type { Json, PeerActor } from '../support/peer.ts'

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const ACTIVITY_JSON = 'application/activity+json'

test('a post is a Note with all that a server shows of it', async () => {
  await using pair = await startPair()
  const { alice, bob, home, peer, server } = pair
  const data = await picture(20, 20).png().toBuffer()
  await saveEmoji(server.app, {
    shortcode: 'rook',
    category: null,
    picture: { original: { data, extension: 'png' }, still: null },
    overwrite: false,
  })
  const first = await alice.publish('first')
  const media = await uploadPicture(alice, { description: 'a picture', focus: '0.5,-0.25' })
  const post = await alice.publish(`:rook: hello @${bob.handle} #Birds`, {
    spoiler_text: 'care',
    in_reply_to_id: first.id,
    language: 'fr',
    media_ids: [media.id],
  })
  const reply = await alice.publish('more', { in_reply_to_id: post.id })
  await alice.post(`/api/v1/statuses/${post.id}/favourite`)
  const uri = `${alice.uri}/statuses/${post.id}`

  const note = await documentAt(peer, uri)

  const emoji = note.tag.find((tag: Json) => tag.type === 'Emoji')
  assert.deepEqual(note, {
    '@context': note['@context'],
    id: uri,
    type: 'Note',
    summary: 'care',
    inReplyTo: `${alice.uri}/statuses/${first.id}`,
    published: post.created_at,
    url: `${home}/@alice/${post.id}`,
    attributedTo: alice.uri,
    to: [PUBLIC],
    cc: [`${alice.uri}/followers`, bob.uri],
    sensitive: true,
    conversation: note.context,
    context: note.context,
    content: post.content,
    contentMap: { fr: post.content },
    interactionPolicy: note.interactionPolicy,
    attachment: [
      {
        type: 'Document',
        mediaType: 'image/png',
        url: media.url,
        name: 'a picture',
        blurhash: media.blurhash,
        focalPoint: [0.5, -0.25],
        width: 20,
        height: 10,
      },
    ],
    tag: [
      { type: 'Mention', href: bob.uri, name: `@${bob.handle}` },
      { type: 'Hashtag', href: `${home}/tags/birds`, name: '#birds' },
      emoji,
    ],
    replies: {
      id: `${uri}/replies`,
      type: 'Collection',
      first: {
        type: 'CollectionPage',
        partOf: `${uri}/replies`,
        items: [`${alice.uri}/statuses/${reply.id}`],
        next: `${uri}/replies?min_id=${reply.id}&page=true`,
      },
    },
    likes: { id: `${uri}/likes`, type: 'Collection', totalItems: 1 },
    shares: { id: `${uri}/shares`, type: 'Collection', totalItems: 0 },
  })
  assert.equal(emoji.name, ':rook:')
  assert.equal(emoji.icon.mediaType, 'image/png')
  assert.deepEqual(await documentAt(peer, emoji.id), {
    ...emoji,
    '@context': (await documentAt(peer, emoji.id))['@context'],
  })
  const [, terms] = note['@context']
  assert.equal(terms.Hashtag, 'as:Hashtag')
  assert.equal(terms.blurhash, 'toot:blurhash')
})

test('who may quote without asking follows the policy, and of what is not for all only its author', async () => {
  await using pair = await startPair()
  const { alice, peer, server } = pair
  const wanted = [
    ['public', PUBLIC],
    ['followers', `${alice.uri}/followers`],
    ['nobody', alice.uri],
    [null, alice.uri],
  ] as const
  for (const [policy, approved] of wanted) {
    const { id } = await alice.publish('hello')
    await server.app.transact(async (tx) => {
      await tx.db.updateTable('status').set({ quote_policy: policy }).where('id', '=', id).execute()
    })

    const { interactionPolicy } = await documentAt(peer, `${alice.uri}/statuses/${id}`)

    assert.deepEqual(interactionPolicy, { canQuote: { automaticApproval: [approved] } })
  }
})

test('a poll is a Question, its choices Notes with what was voted', async () => {
  await using pair = await startPair()
  const { alice, peer } = pair
  const options = { options: ['yes', 'no'], expires_in: 3600 }
  const one = await alice.publish('?', { poll: options })
  const many = await alice.publish('??', { poll: { ...options, multiple: true } })

  const question = await documentAt(peer, `${alice.uri}/statuses/${one.id}`)

  assert.partialDeepStrictEqual(question, {
    type: 'Question',
    oneOf: [
      { type: 'Note', name: 'yes', replies: { type: 'Collection', totalItems: 0 } },
      { type: 'Note', name: 'no', replies: { type: 'Collection', totalItems: 0 } },
    ],
    endTime: one.poll.expires_at,
    votersCount: 0,
  })
  assert.equal('anyOf' in question, false)
  const other = await documentAt(peer, `${alice.uri}/statuses/${many.id}`)
  assert.equal(other.anyOf.length, 2)
  assert.equal('oneOf' in other, false)
})

test('one address serves people and programs, each what they ask for', async () => {
  await using pair = await startPair()
  const { alice, peer, server, home } = pair
  const post = await alice.publish('hello')
  const uri = `${alice.uri}/statuses/${post.id}`
  const ld = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"'

  for (const accept of [ACTIVITY_JSON, ld]) {
    const answer = await peer.get(`${home}/@alice/${post.id}`, { accept })
    assert.equal(answer.status, 200)
    assert.equal(answer.json.id, uri)
    assert.match(String(answer.headers.vary), /Accept/)
    assert.match(String(answer.headers['cache-control']), /^public/)
  }
  const html = await server.anonymous.send('GET', `/@alice/${post.id}`, undefined, {
    accept: 'text/html',
  })
  assert.equal(html.statusCode, 200)
  assert.match(String(html.headers['content-type']), /^text\/html/)
  assert.equal(html.headers.link, `<${uri}>; rel="alternate"; type="application/activity+json"`)
  const byId = await server.anonymous.send('GET', `/users/ALICE/statuses/${post.id}`, undefined, {
    accept: ACTIVITY_JSON,
  })
  assert.equal(byId.json().id, uri)
  const other = await peer.get(`${home}/users/nobody/statuses/${post.id}`)
  assert.equal(other.status, 404)
})

test('A18 who signs sees what they may: followers what is private, the named what is direct', async () => {
  await using pair = await startPair()
  const { alice, bob, peer, server } = pair
  const carol = peer.addActor('carol')
  const dora = peer.addActor('dora')
  await followFromPeer(server, carol, alice)
  await meet(server, dora)
  const ids: Record<string, string> = {}
  for (const visibility of ['public', 'unlisted', 'private', 'direct']) {
    ids[visibility] = (await alice.publish(`hi @${bob.handle}`, { visibility })).id
  }
  const seenBy = async (actor?: PeerActor) => {
    const seen = []
    for (const [visibility, id] of Object.entries(ids)) {
      const uri = `${alice.uri}/statuses/${id}`
      const answers = await Promise.all(
        ['', '/activity', '/replies', '/likes', '/shares'].map((rest) =>
          peer.get(uri + rest, actor === undefined ? {} : { actor }),
        ),
      )
      const statuses = new Set(answers.map((answer) => answer.status))
      assert.equal(statuses.size, 1, visibility)
      if (statuses.has(404)) continue
      assert.ok(statuses.has(200))
      const isShared = /^public/.test(String(answers[0]!.headers['cache-control']))
      assert.equal(isShared, actor === undefined, visibility)
      seen.push(visibility)
    }
    return seen
  }

  assert.deepEqual(await seenBy(), ['public', 'unlisted'])
  assert.deepEqual(await seenBy(dora), ['public', 'unlisted'])
  assert.deepEqual(await seenBy(carol), ['public', 'unlisted', 'private'])
  assert.deepEqual(await seenBy(bob), ['public', 'unlisted', 'private', 'direct'])
})

test('a deleted post is a Tombstone with 410; of what was not for all not even that is told', async () => {
  await using pair = await startPair()
  const { alice, peer, home } = pair
  const post = await alice.publish('hello')
  const secret = await alice.publish('secret', { visibility: 'private' })
  for (const { id } of [post, secret]) await alice.delete(`/api/v1/statuses/${id}`)
  const uri = `${alice.uri}/statuses/${post.id}`

  for (const address of [uri, `${home}/@alice/${post.id}`]) {
    const answer = await peer.get(address)
    assert.equal(answer.status, 410)
    assert.partialDeepStrictEqual(answer.json, { id: uri, type: 'Tombstone' })
  }
  for (const part of ['activity', 'replies', 'likes', 'shares']) {
    assert.equal((await peer.get(`${uri}/${part}`)).status, 410, part)
  }
  assert.equal((await peer.get(`${alice.uri}/statuses/${secret.id}`)).status, 404)
})

test('all that was at addresses of a deleted account answers 410, long after it too', async () => {
  await using pair = await startPair()
  const { alice, peer, home, server } = pair
  const posts = [
    await alice.publish('hello'),
    await alice.publish('secret', { visibility: 'private' }),
  ]
  await server.app.transact((tx) => deleteAccount(tx, alice.id))

  for (const days of [0, 1, 400]) {
    server.clock.now += days * DAY
    await server.settle()
    for (const { id } of posts) {
      const uri = `${alice.uri}/statuses/${id}`
      for (const address of [uri, `${home}/@alice/${id}`]) {
        const answer = await peer.get(address)
        assert.equal(answer.status, 410, `${address} after ${days}`)
        assert.partialDeepStrictEqual(answer.json, { id: uri, type: 'Tombstone' })
      }
    }
    const parts = ['', '/outbox', '/followers', '/following', '/collections/featured']
    const under = [`/statuses/${posts[0]!.id}/activity`, `/statuses/${posts[0]!.id}/replies`]
    for (const part of [...parts, '/collections/tags', '/quote_authorizations/1', ...under]) {
      assert.equal((await peer.get(`${alice.uri}${part}`)).status, 410, `${part} after ${days}`)
    }
    assert.equal((await peer.get(`${home}/users/nobody/statuses/1`)).status, 404)
  }
})

test('the activity of a post is its Create, that of a boost an Announce', async () => {
  await using pair = await startPair()
  const { alice, peer } = pair
  const post = await alice.publish('hello')
  const boost = (await alice.post(`/api/v1/statuses/${post.id}/reblog`)).json()
  const uri = `${alice.uri}/statuses/${post.id}`

  const create = await documentAt(peer, `${uri}/activity`)
  const announce = await documentAt(peer, `${alice.uri}/statuses/${boost.id}/activity`)
  const page = await fetch(`${alice.uri}/statuses/${boost.id}/activity`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  })
  assert.equal(page.status, 302)
  assert.equal(page.headers.get('location'), `/@alice/${boost.id}`)

  const { '@context': _, ...note } = await documentAt(peer, uri)
  assert.partialDeepStrictEqual(create, {
    id: `${uri}/activity`,
    type: 'Create',
    actor: alice.uri,
    published: post.created_at,
    to: [PUBLIC],
    cc: [`${alice.uri}/followers`],
  })
  assert.deepEqual(create.object, note)
  assert.partialDeepStrictEqual(announce, {
    id: `${alice.uri}/statuses/${boost.id}/activity`,
    type: 'Announce',
    actor: alice.uri,
    object: uri,
  })
  const moved = await peer.get(`${alice.uri}/statuses/${boost.id}`)
  assert.equal(moved.status, 302)
  assert.equal(moved.headers.location, uri)
})

test('S-415 in secure mode every document needs a signature', async () => {
  await using pair = await startPair({ secureMode: true })
  const { alice, peer, bob, home } = pair
  const post = await alice.publish('hello #birds')
  await alice.post(`/api/v1/statuses/${post.id}/pin`)
  const uri = `${alice.uri}/statuses/${post.id}`
  const { context } = await documentAt(peer, uri, bob)
  const addresses = [
    uri,
    `${home}/@alice/${post.id}`,
    ...['activity', 'replies', 'likes', 'shares'].map((name) => `${uri}/${name}`),
    ...['outbox', 'collections/featured', 'collections/tags'].map((at) => `${alice.uri}/${at}`),
    context,
    `${context}/items`,
    `${home}/tags/birds`,
  ]

  for (const address of addresses) {
    const unsigned = await peer.get(address)
    assert.equal(unsigned.status, 401, address)
    assert.deepEqual(Object.keys(unsigned.json), ['error'])
    const signed = await peer.get(address, { actor: bob })
    assert.equal(signed.status, 200, address)
    assert.match(String(signed.headers['cache-control']), /no-store/)
  }
})

test('S-417 S-418 in secure mode posts carry no second signature, and the API stays open', async () => {
  await using pair = await startPair({ secureMode: true })
  const { alice, peer, bob, server, network } = pair
  await followFromPeer(server, bob, alice)
  await alice.publish('hello')
  await network.settle()

  const [sent] = peer.receivedOf('Create')
  assert.equal(sent.object.content, '<p>hello</p>')
  assert.deepEqual(
    ['signature', 'proof'].filter((name) => name in sent),
    [],
  )
  for (const path of ['/api/v1/instance', '/api/v2/instance', '/api/v1/timelines/public']) {
    assert.equal((await server.anonymous.get(path)).statusCode, 200, path)
  }
})
