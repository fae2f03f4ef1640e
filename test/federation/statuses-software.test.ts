import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HomeAndPeer, startWithFixtures } from '../support/home-and-peer.ts'
import type { Json } from '../support/peer.ts'

/** The one status at home, as its reader sees it. */
async function newest({ alice }: Pick<HomeAndPeer, 'alice'>): Promise<Json> {
  const [status] = await alice.home()
  assert.ok(status, 'nothing came home')
  return status
}

/** Has what an activity is about be a status of alice. */
function aimAt(status: { uri: string }, activity: Json): Json {
  const text = JSON.stringify(activity)
  return JSON.parse(text.replace(/http:[^"]*\/the-status/g, status.uri))
}

test('Mastodon: a note with all its parts, its edit and its deletion', async () => {
  await using both = await startWithFixtures('mastodon')
  const { alice, send } = both

  const { object } = await send('create')
  const status = await newest(both)

  assert.partialDeepStrictEqual(status, {
    uri: object.id,
    url: object.url,
    visibility: 'public',
    sensitive: true,
    spoiler_text: 'Seeds',
    language: 'en',
    created_at: object.published,
    edited_at: null,
    tags: [{ name: 'gardening' }],
    mentions: [{ username: 'alice', acct: 'alice' }],
    emojis: [{ shortcode: 'sprout' }],
    media_attachments: [{ type: 'image', description: 'Three tomatoes' }],
  })
  assert.match(status.content, /the first tomatoes/)
  const row = (await both.stored())[0]
  assert.equal(row.replies_uri, `${object.id}/replies`)
  assert.equal(row.quote_policy, 'followers')
  const [mention] = await alice.notifications()
  assert.equal(mention.type, 'mention')

  await send('update')
  const edited = await newest(both)
  assert.equal(edited.id, status.id)
  assert.equal(edited.content, '<p>the first tomatoes and a cucumber</p>')
  assert.ok(edited.edited_at)
  const history = (await alice.get(`/api/v1/statuses/${status.id}/history`)).json()
  assert.equal(history.length, 2)
  assert.match(history[0].content, /the first tomatoes :sprout:/)

  await send('delete')
  assert.equal((await alice.get(`/api/v1/statuses/${status.id}`)).statusCode, 404)
  assert.deepEqual(await alice.home(), [])
})

test('Mastodon: a poll for followers', async () => {
  await using both = await startWithFixtures('mastodon')

  await both.send('create-question')

  assert.partialDeepStrictEqual(await newest(both), {
    visibility: 'private',
    poll: {
      multiple: true,
      expired: false,
      voters_count: 3,
      options: [
        { title: 'Beans', votes_count: 2 },
        { title: 'Peas', votes_count: 3 },
      ],
    },
  })
})

for (const [software, reactions] of Object.entries({
  mastodon: ['like', 'announce', 'undo-like', 'undo-announce'],
  misskey: ['announce', 'undo-announce'],
  pleroma: ['like'],
  gotosocial: ['like', 'announce'],
  pixelfed: ['like', 'undo-like'],
  wordpress: ['announce'],
})) {
  test(`${software}: ${reactions.join(', ')}`, async () => {
    await using both = await startWithFixtures(software)
    const { alice, fixtures } = both
    const post = await alice.publish('react to this')
    const counts = { like: 0, announce: 0 }

    for (const name of reactions) {
      await both.deliver(fixtures.actor, aimAt(post, await fixtures.read(name)))
      const kind = name.replace('undo-', '') as keyof typeof counts
      counts[kind] = name === kind ? 1 : 0

      const shown = (await alice.get(`/api/v1/statuses/${post.id}`)).json()
      assert.deepEqual(
        [shown.favourites_count, shown.reblogs_count],
        [counts.like, counts.announce],
      )
      const told = (await alice.notifications()).map(({ type }) => type)
      assert.equal(told.includes('favourite'), counts.like === 1)
      assert.equal(told.includes('reblog'), counts.announce === 1)
    }
  })
}

test('Misskey: a note whose source is markup of its own, a poll, a deletion', async () => {
  await using both = await startWithFixtures('misskey')

  const { object } = await both.send('create')
  const status = await newest(both)

  assert.partialDeepStrictEqual(status, {
    uri: object.id,
    url: object.id,
    visibility: 'public',
    spoiler_text: '',
    tags: [{ name: '猫' }],
    media_attachments: [{ type: 'image', description: null }],
  })
  assert.match(status.content, /^<p><span>今日は猫の日/)
  await both.send('create-question')
  assert.partialDeepStrictEqual(await newest(both), {
    visibility: 'private',
    spoiler_text: 'アンケート',
    sensitive: true,
    poll: { multiple: false, votes_count: 9, options: [{ votes_count: 1 }, { title: '猫' }] },
  })
  await both.send('delete')
  assert.equal((await both.alice.home()).length, 1)
})

test('Pleroma: a note with a film, an article, a deletion by id alone', async () => {
  await using both = await startWithFixtures('pleroma')

  await both.send('create')
  assert.partialDeepStrictEqual(await newest(both), {
    content: 'Present day, <strong>present time</strong>!',
    language: 'en',
    sensitive: false,
    media_attachments: [{ type: 'video', description: 'close the world' }],
  })
  const { object } = await both.send('create-article')
  const article = await newest(both)
  assert.match(article.content, /^<p><strong>Layer 01: Weird<\/strong><\/p>/)
  assert.ok(article.content.includes(`href="${object.url}"`), article.content)
  await both.send('delete')
  assert.deepEqual(
    (await both.alice.home()).map(({ id }) => id),
    [article.id],
  )
})

test('GoToSocial: recipients that are no lists, and a direct message', async () => {
  await using both = await startWithFixtures('gotosocial')

  const { object } = await both.send('create')
  const status = await newest(both)
  assert.partialDeepStrictEqual(status, {
    content: '<p>slowly does it</p>',
    language: 'de',
    visibility: 'public',
    created_at: object.published,
  })
  await both.send('create-direct')
  const [conversation] = (await both.alice.get('/api/v1/conversations')).json()
  assert.equal(conversation.last_status.visibility, 'direct')
  assert.deepEqual(
    conversation.accounts.map(({ username }: Json) => username),
    ['tobi'],
  )
})

test('Lemmy: what a community announces is its authors’, fetched, and shown as its boost', async () => {
  await using both = await startWithFixtures('lemmy')
  const { alice, fixtures, send } = both
  for (const name of ['person', 'page', 'comment']) await fixtures.serve(name)

  await send('create')
  const boost = await newest(both)
  assert.equal(boost.account.username, 'cooking')
  assert.partialDeepStrictEqual(boost.reblog, {
    account: { username: 'chef' },
    visibility: 'public',
    language: 'en',
    tags: [{ name: 'cooking' }],
  })
  assert.match(boost.reblog.content, /^<p><strong>Bread without kneading<\/strong><\/p>/)

  await send('announce')
  assert.equal((await alice.home()).length, 1, 'the same page for older servers is no second boost')
  await send('announce-comment')
  assert.equal((await alice.home()).length, 1, 'comments are in their thread alone')
  const thread = (await alice.get(`/api/v1/statuses/${boost.reblog.id}/context`)).json()
  assert.deepEqual(
    thread.descendants.map(({ content }: Json) => content),
    ['<p>Use less salt.</p>\n'],
  )
  await send('announce-like')
  assert.equal((await both.stored()).length, 3)

  both.peer.remove('/post/7')
  await send('announce-delete')
  assert.deepEqual(await alice.home(), [])
})

test('PeerTube: a channel announces a video of an account', async () => {
  await using both = await startWithFixtures('peertube')
  const { fixtures, send } = both
  const video = await fixtures.serve('video')
  const account = await fixtures.serve('account')

  await send('announce')
  const boost = await newest(both)
  assert.equal(boost.account.username, 'mina_films')
  assert.partialDeepStrictEqual(boost.reblog, {
    uri: video.id,
    account: { username: 'mina', uri: account.id },
    language: 'fr',
    tags: [{ name: 'river' }],
    media_attachments: [{ type: 'video' }],
  })
  assert.match(boost.reblog.content, /^<p><strong>The river at night<\/strong><\/p>.*\/w\/river"/s)
})

test('Pixelfed: pictures with their descriptions', async () => {
  await using both = await startWithFixtures('pixelfed')

  await both.send('create')

  assert.partialDeepStrictEqual(await newest(both), {
    visibility: 'public',
    tags: [{ name: 'streetphotography' }],
    media_attachments: [
      { description: 'A long shadow', meta: { original: { width: 1080, height: 1350 } } },
      { description: null },
    ],
  })
})

test('WordPress: an article is its title, its beginning and its link', async () => {
  await using both = await startWithFixtures('wordpress')

  const { object } = await both.send('create')
  const article = await newest(both)

  assert.match(article.content, /^<p><strong>On owning a website<\/strong><\/p><p>First paragraph/)
  assert.ok(article.content.includes(object.url), article.content)
  assert.doesNotMatch(article.content, /Much more of it/)
  assert.partialDeepStrictEqual(article, {
    url: object.url,
    spoiler_text: '',
    tags: [{ name: 'indieweb' }],
    media_attachments: [{ description: 'A desk' }],
  })
})

test('Threads: addresses that end in a slash, a deletion', async () => {
  await using both = await startWithFixtures('threads')

  const { object } = await both.send('create')
  assert.partialDeepStrictEqual(await newest(both), {
    uri: object.id,
    url: object.url,
    visibility: 'public',
    language: 'en',
    account: { username: 'mosse' },
    media_attachments: [{ type: 'image' }],
  })
  await both.send('delete')
  assert.deepEqual(await both.alice.home(), [])
})
