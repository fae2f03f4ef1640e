import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { setAccount } from '../support/account-state.ts'
import { picture } from '../support/media-samples.ts'
import { insertRemoteStatus } from '../support/remote-status.ts'
import { startTestServer, type TestUser } from '../support/server.ts'
import { metaOf, pageAt, postsOf, visit } from './public-page.ts'

const UPDATE = '/api/v1/accounts/update_credentials'

async function uploadPicture(user: TestUser, description = 'A bird'): Promise<string> {
  const png = (await picture(60, 40).png().toBuffer()).toString('base64')
  const file = `data:image/png;base64,${png}`
  return (await user.post('/api/v2/media', { file, description, focus: '-1,1' })).json().id
}

test('a profile shows who somebody is and what they post for everybody', async () => {
  await using server = await startTestServer({ handleDomain: 'example.org' })
  const alice = await server.signUp('Alice')
  const fields = [
    { name: 'Site', value: 'https://alice.example', verified_at: Date.parse('2026-05-04') },
    { name: 'Pronouns', value: 'she/her', verified_at: null },
  ]
  await alice.patch(UPDATE, { display_name: 'Alice & co', note: 'I like #birds', bot: true })
  await setAccount(server, alice, { fields: JSON.stringify(fields) })
  await alice.publish('for everybody')

  const html = await pageAt(server, '/@Alice')

  assert.match(html, /<title>Alice &amp; co \(@Alice@example\.org\) · Rookery<\/title>/)
  assert.match(html, /<h1 [^>]*><bdi>Alice &amp; co<\/bdi><\/h1>/)
  assert.match(html, />@Alice@example\.org</)
  assert.match(html, /href="https:\/\/rookery\.test\/tags\/birds"/)
  assert.match(html, /Automated/)
  assert.match(html, /class="is-verified"><dt dir="auto">Site<\/dt>.*Checked on May 4, 2026/)
  assert.match(html, /<a href="https:\/\/alice\.example"[^>]* rel="nofollow noopener me"/)
  assert.deepEqual(postsOf(html), ['for everybody'])
})

test('nothing that is not for everybody is on a profile, in its feed or on its own page', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  await alice.publish('secret for followers', { visibility: 'private' })
  await alice.publish('@bob secret for bob', { visibility: 'direct' })
  await alice.publish('quiet', { visibility: 'unlisted' })
  const boosted = await alice.publish('secret boosted', { visibility: 'private' })
  await alice.post(`/api/v1/statuses/${boosted.id}/reblog`)
  await alice.post(`/api/v1/statuses/${boosted.id}/pin`)

  for (const path of ['/@alice', '/@alice/with_replies', '/@alice/media', '/@alice.rss', '/']) {
    const response = await visit(server, path)
    assert.equal(response.statusCode, 200, path)
    assert.doesNotMatch(response.body, /secret/, path)
  }
  assert.match(await pageAt(server, '/@alice'), /quiet/)
})

test('pinned posts stand first, once; answers to others have a tab of their own', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const pinned = await alice.publish('pinned')
  await alice.post(`/api/v1/statuses/${pinned.id}/pin`)
  const question = await bob.publish('a question')
  await alice.publish('@bob an answer', { in_reply_to_id: question.id })
  const mine = await alice.publish('a thread')
  await alice.publish('goes on', { in_reply_to_id: mine.id })
  await alice.post(`/api/v1/statuses/${question.id}/reblog`)

  const posts = await pageAt(server, '/@alice')
  const all = await pageAt(server, '/@alice/with_replies')

  assert.deepEqual(postsOf(posts), ['pinned', 'a question', 'goes on', 'a thread'])
  assert.match(posts, /<a href="\/@alice" aria-current="page">Posts<\/a>/)
  assert.deepEqual(postsOf(all), ['a question', 'goes on', 'a thread', '@bob an answer', 'pinned'])
  assert.match(all, /In reply to <a class="quiet-link" href="https:\/\/rookery\.test\/@bob">@bob</)
})

test('the media tab shows files, cut around their focus, and hides sensitive ones', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.publish('words only')
  const open = await alice.publish('look', { media_ids: [await uploadPicture(alice, 'Open')] })
  await alice.publish('no', { media_ids: [await uploadPicture(alice, 'Hidden')], sensitive: true })

  const html = await pageAt(server, '/@alice/media')

  assert.match(
    html,
    new RegExp(`<a href="${open.url}"[^>]*><img class="tile focus-x-0 focus-y-0"[^>]*alt="Open"`),
  )
  assert.doesNotMatch(html, /Hidden|words only/)
  assert.equal(html.match(/class="tile-cover"/g)?.length, 1)
})

test('a long profile has pages that lead to older posts and back', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (let post = 1; post <= 22; post++) await alice.publish(`post ${post}`)

  const first = await pageAt(server, '/@alice')
  const link = /href="(\/@alice\?max_id=\d+)">Older posts/.exec(first)?.[1] ?? ''
  const second = await pageAt(server, link)

  assert.equal(postsOf(first).length, 20)
  assert.deepEqual(postsOf(second), ['post 2', 'post 1'])
  assert.match(second, /href="\/@alice">Newest posts/)
  assert.doesNotMatch(second, /Older posts/)
  assert.match(await pageAt(server, '/@alice?max_id=nonsense'), /Nothing older/)
})

test('posts under a tag of one account', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.publish('mine #Birds')
  await alice.publish('other')
  await bob.publish('his #birds')

  assert.deepEqual(postsOf(await pageAt(server, '/@alice/tagged/birds')), ['mine #Birds'])
  assert.deepEqual(postsOf(await pageAt(server, '/@alice/tagged/none')), [])
})

test('a profile tells other sites and readers what it is', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await alice.patch(UPDATE, { note: 'First line.\n\nSecond "line".', indexable: true })

  const response = await visit(server, '/@alice')
  const meta = metaOf(response.body)

  assert.equal(response.statusCode, 200)
  assert.partialDeepStrictEqual(meta, {
    description: 'First line. Second "line".',
    'og:type': 'profile',
    'og:title': 'alice (@alice@rookery.test)',
    'og:url': 'https://rookery.test/@alice',
    'og:image': 'https://rookery.test/assets/avatar.png',
    'profile:username': 'alice@rookery.test',
    'twitter:card': 'summary',
  })
  assert.equal(meta.robots, undefined)
  assert.match(
    response.body,
    /<link rel="alternate" type="application\/rss\+xml"[^>]* href="\/@alice\.rss">/,
  )
  assert.match(
    response.body,
    /<link rel="alternate" type="application\/activity\+json" href="https:\/\/rookery\.test\/users\/alice">/,
  )
  assert.equal(
    response.headers.link,
    '<https://rookery.test/users/alice>; rel="alternate"; type="application/activity+json"',
  )
})

test('who does not want to be found is not indexed', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')

  for (const path of ['/@alice', `/@alice/${id}`]) {
    assert.equal(metaOf(await pageAt(server, path)).robots, 'noindex, noarchive')
  }
})

test('S-277 an account that waits for confirmation or approval has no page', async () => {
  await using server = await startTestServer()
  await server.signUp('unconfirmed', { confirmed: false })
  await server.signUp('unapproved', { approved: false })

  for (const name of ['unconfirmed', 'unapproved', 'nobody', 'nobody@away.test', '%F0%9F%A6%86']) {
    for (const path of [`/@${name}`, `/@${name}.rss`, `/@${name}/media`]) {
      assert.equal((await visit(server, path)).statusCode, 404, path)
    }
  }
})

test('a suspended account and its posts are gone', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  await setAccount(server, alice, { suspended_at: Date.now() })

  const profile = await visit(server, '/@alice')

  assert.equal(profile.statusCode, 410)
  assert.match(profile.body, /<h1>No longer here<\/h1>/)
  assert.doesNotMatch(profile.body, /hello/)
  assert.equal((await visit(server, '/@alice.rss')).statusCode, 410)
  assert.equal((await visit(server, `/@alice/${id}`)).statusCode, 404)
})

test('a deleted account and its posts are gone, and so is a deleted post', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const { id } = await alice.publish('hello')
  const post = await bob.publish('a mistake')
  const secret = await bob.publish('a secret', { visibility: 'private' })
  for (const one of [post, secret]) await bob.delete(`/api/v1/statuses/${one.id}`)
  await server.app.transact((tx) => deleteAccount(tx, alice.id))
  await server.settle()

  const gone = [
    '/@alice',
    '/@alice.rss',
    `/@alice/${id}`,
    `/@alice/${id}/embed`,
    `/@bob/${post.id}`,
  ]
  for (const path of gone) {
    const { statusCode, body } = await visit(server, path)
    assert.equal(statusCode, 410, path)
    assert.doesNotMatch(body, /hello|mistake/)
  }
  for (const path of [`/@bob/${secret.id}`, `/@bob/${id}`, '/@nobody', '/@nobody/1']) {
    assert.equal((await visit(server, path)).statusCode, 404, path)
  }
})

test('other spellings lead to the one address, other servers’ accounts to where they are', async () => {
  await using server = await startTestServer({ handleDomain: 'example.org' })
  await server.signUp('Alice')
  const id = await insertRemoteStatus(server.app, { tag: 'birds' })
  const { account } = (await server.anonymous.get(`/api/v1/statuses/${id}`)).json()
  const targets = {
    '/@alice': '/@Alice',
    '/@ALICE@example.org/media': '/@Alice/media',
    '/@Alice@rookery.test': '/@Alice',
    [`/@${account.acct}`]: account.url,
    [`/@${account.acct}/${id}`]: `https://away.test/statuses/${id}`,
  }

  for (const [path, target] of Object.entries(targets)) {
    const response = await visit(server, path)
    assert.equal(response.statusCode, 302, path)
    assert.equal(response.headers.location, target)
  }
})

test('federation ids lead people to pages, and nowhere else', async () => {
  await using server = await startTestServer()
  const targets = {
    '/users/alice': '/@alice',
    '/users/alice/statuses/123': '/@alice/000000000000000123',
    '/users/%2F%2Fevil.example': '/@%2F%2Fevil.example',
    '/users/a%0d%0ab': '/@a%0D%0Ab',
  }

  for (const [path, target] of Object.entries(targets)) {
    const response = await visit(server, path)
    assert.equal(response.statusCode, 302, path)
    assert.equal(response.headers.location, target)
  }
})

test('somebody who moved or died is shown as such', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await setAccount(server, alice, { moved_to_id: bob.id, memorial: true })

  const html = await pageAt(server, '/@alice')

  assert.match(
    html,
    /bob is now at <a class="break" href="https:\/\/rookery\.test\/@bob">@bob@rookery\.test</,
  )
  assert.match(html, /In memoriam/)
})
