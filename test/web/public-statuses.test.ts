import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { picture } from '../support/media-samples.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { metaOf, pageAt, postsOf, visit } from './public-page.ts'

async function uploadPicture(user: TestUser, description: string): Promise<string> {
  const png = (await picture(600, 300).png().toBuffer()).toString('base64')
  const file = `data:image/png;base64,${png}`
  return (await user.post('/api/v2/media', { file, description })).json().id
}

const pathOf = ({ url }: { url: string }) => new URL(url).pathname

test('a post stands in its thread: what it answers above, the answers below', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const root = await alice.publish('the beginning')
  const focal = await bob.publish('the middle', { in_reply_to_id: root.id })
  const answer = await alice.publish('an answer', { in_reply_to_id: focal.id })
  await bob.publish('an answer to that', { in_reply_to_id: answer.id })
  await alice.publish('another answer', { in_reply_to_id: focal.id })
  await bob.publish('a secret answer', { in_reply_to_id: focal.id, visibility: 'private' })

  const html = await pageAt(server, pathOf(focal))

  assert.deepEqual(postsOf(html), [
    'the beginning',
    'the middle',
    'an answer',
    'an answer to that',
    'another answer',
  ])
  assert.match(html, /<li class="depth-1"><article [^>]*aria-label="Post by bob/)
  assert.match(html, /<time datetime="[^"]+">\w+ \d+, \d{4} at \d\d:\d\d UTC<\/time>/)
  assert.match(html, /<title>bob: “the middle” · Rookery<\/title>/)
})

test('A52 a post that is not for everybody is answered like one that does not exist', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  const hidden = await alice.publish('secret', { visibility: 'private' })
  const direct = await alice.publish('@bob secret', { visibility: 'direct' })
  const paths = [pathOf(hidden), pathOf(direct), '/@alice/999', '/@alice/x', '/@nobody/1']

  const answers = await Promise.all(paths.map((path) => visit(server, path)))
  const embeds = await Promise.all(paths.map((path) => visit(server, `${path}/embed`)))

  // the way to sign in leads back to the address that was asked for
  const withoutAddress = (body = '') => body.replaceAll(/return_to=[^"]*/g, '')
  for (const { statusCode, body } of [...answers, ...embeds]) {
    assert.equal(statusCode, 404)
    assert.equal(withoutAddress(body), withoutAddress(answers[0]?.body))
  }
})

test('a post has one address: boosts and other spellings lead to it, other names to nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('Alice')
  const bob = await server.signUp('bob')
  const post = await alice.publish('hello')
  const boost = (await bob.post(`/api/v1/statuses/${post.id}/reblog`)).json()

  for (const path of [`/@bob/${boost.id}`, `/@alice/${post.id}`]) {
    const response = await visit(server, path)
    assert.equal(response.statusCode, 302, path)
    assert.equal(response.headers.location, post.url)
  }
  assert.equal((await visit(server, `/@bob/${post.id}`)).statusCode, 404)
})

test('a picture is shown with its description, and with links to the post', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const media = await uploadPicture(alice, 'A "wide" bird')
  const post = await alice.publish('Look at\nthis', { media_ids: [media] })
  const [file] = post.media_attachments

  const response = await visit(server, pathOf(post))
  const meta = metaOf(response.body)

  assert.equal(response.statusCode, 200)
  assert.match(
    response.body,
    new RegExp(
      `<a class="picture" href="${file.url}"><img [^>]*src="${file.preview_url}" alt="A &quot;wide&quot; bird" width="600" height="300">`,
    ),
  )
  assert.match(
    response.body,
    /<summary class="alt-button">ALT.*<p dir="auto">A &quot;wide&quot; bird<\/p>/,
  )
  assert.partialDeepStrictEqual(meta, {
    'og:type': 'article',
    'og:title': 'alice (@alice@rookery.test)',
    'og:description': 'Look at this',
    'og:url': post.url,
    'og:image': file.preview_url,
    'og:image:alt': 'A "wide" bird',
    'twitter:card': 'summary_large_image',
    'article:published_time': post.created_at,
  })
  assert.match(response.headers.link as string, new RegExp(`<${post.uri}>; rel="alternate"`))
})

test('behind a warning there is nothing to see at once, neither here nor in previews', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const media = await uploadPicture(alice, 'Blood')
  const warned = await alice.publish('the text', { spoiler_text: 'Gore', media_ids: [media] })
  const again = await uploadPicture(alice, 'Blood')
  const covered = await alice.publish('see', { sensitive: true, media_ids: [again] })

  const first = await pageAt(server, pathOf(warned))
  const second = await pageAt(server, pathOf(covered))

  assert.match(
    first,
    /<details class="warning">\n<summary[^>]*><span class="warning-text"[^>]*>Gore</,
  )
  assert.match(first, /<title>alice: “Content warning: Gore” · Rookery<\/title>/)
  assert.match(second, /<details class="cover">/)
  for (const html of [first, second]) {
    const meta = metaOf(html)
    assert.match(meta['og:image'] ?? '', /\/assets\/avatar\.png$/)
    assert.doesNotMatch(JSON.stringify(meta), /the text|Blood/)
  }
})

test('a poll shows how it stands', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const open = await alice.publish('which?', {
    poll: { options: ['this', 'that'], expires_in: 7200 },
  })
  await bob.post(`/api/v1/polls/${open.poll.id}/votes`, { choices: [0] })
  const hidden = await alice.publish('secretly?', {
    poll: { options: ['yes', 'no'], expires_in: 7200, hide_totals: true },
  })

  const html = await pageAt(server, pathOf(open))
  const secret = await pageAt(server, pathOf(hidden))
  server.clock.now += 3 * 3_600_000
  const closed = await pageAt(server, pathOf(open))

  assert.match(
    html,
    /this<\/span><span class="poll-percent">100%<\/span>.*\n<progress max="100" value="100"/,
  )
  assert.match(html, /1 vote · <time [^>]*>2 hours left<\/time>/)
  assert.doesNotMatch(secret, /poll-percent/)
  assert.match(closed, /1 vote · Closed/)
})

test('an edited post says so and shows what it said before', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const post = await alice.publish('befor')
  await alice.put(`/api/v1/statuses/${post.id}`, { status: 'before' })
  await alice.put(`/api/v1/statuses/${post.id}`, { status: 'after' })

  const html = await pageAt(server, pathOf(post))

  assert.match(html, /Edited 2 times, last on/)
  assert.deepEqual(postsOf(html), ['after', 'befor', 'before'])
})

test('S-222 answers of silenced accounts are left out', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const post = await alice.publish('hello')
  await bob.publish('rude', { in_reply_to_id: post.id })
  await setAccount(server, bob, { silenced_at: Date.now() })

  assert.deepEqual(postsOf(await pageAt(server, pathOf(post))), ['hello'])
})

test('text keeps its language and direction', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const post = await alice.publish('صباح الخير', { language: 'ar' })

  assert.match(await pageAt(server, pathOf(post)), /<div class="content" lang="ar" dir="auto">/)
})

test('a page costs the same number of queries however many posts are on it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const post = await alice.publish('first #tag')
  const lookAtAll = async () => {
    for (const path of ['/@alice', pathOf(post), '/tags/tag', '/@alice.rss']) {
      assert.equal((await visit(server, path)).statusCode, 200)
    }
  }

  const few = await countQueries(server, lookAtAll)
  for (let more = 0; more < 8; more++) {
    await alice.publish(`more ${more} #tag`, { in_reply_to_id: post.id })
  }
  const many = await countQueries(server, lookAtAll)

  assert.ok(few > 0)
  assert.equal(many, few)
})
