import assert from 'node:assert/strict'
import { test } from 'node:test'
import { picture } from '../support/media-samples.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { parseXml, textsOf, type XmlElement } from '../support/xml.ts'

async function uploadPicture(user: TestUser): Promise<string> {
  const png = (await picture(60, 40).png().toBuffer()).toString('base64')
  const file = `data:image/png;base64,${png}`
  return (await user.post('/api/v2/media', { file, description: 'A bird' })).json().id
}

async function feedAt(server: TestServer, path: string): Promise<XmlElement> {
  const response = await server.anonymous.get(path)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers['content-type'], 'application/rss+xml; charset=utf-8')
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  const root = parseXml(response.body)
  assert.equal(root.name, 'rss')
  assert.equal(root.attributes.version, '2.0')
  return root.children[0]!
}

const itemsOf = (channel: XmlElement) => channel.children.filter(({ name }) => name === 'item')
const child = (element: XmlElement | undefined, name: string) =>
  element?.children.find((one) => one.name === name)

test('an account has a feed of its own posts, without answers and boosts', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.patch('/api/v1/accounts/update_credentials', { note: 'Birds & more' })
  const first = await alice.publish('first <b> & "more"')
  const theirs = await bob.publish('theirs')
  await alice.post(`/api/v1/statuses/${theirs.id}/reblog`)
  await alice.publish('@bob answer', { in_reply_to_id: theirs.id })
  const second = await alice.publish('second #birds', {
    spoiler_text: 'careful',
    media_ids: [await uploadPicture(alice)],
  })

  const channel = await feedAt(server, '/@alice.rss')
  const items = itemsOf(channel)

  assert.deepEqual(textsOf(channel, 'title'), ['alice (@alice@rookery.test)'])
  assert.deepEqual(textsOf(channel, 'description'), ['Birds & more'])
  assert.deepEqual(textsOf(channel, 'link'), ['https://rookery.test/@alice'])
  assert.equal(child(channel, 'atom:link')?.attributes.href, 'https://rookery.test/@alice.rss')
  assert.deepEqual(
    items.flatMap((item) => textsOf(item, 'guid')),
    [second.url, first.url],
  )
  assert.equal(child(items[0], 'guid')?.attributes.isPermaLink, 'true')
  assert.deepEqual(textsOf(items[1], 'description'), [
    '<p>first &lt;b&gt; &amp; &quot;more&quot;</p>',
  ])
  assert.equal(
    Date.parse(textsOf(items[1], 'pubDate')[0] ?? ''),
    Math.floor(Date.parse(first.created_at) / 1000) * 1000,
  )
  assert.deepEqual(textsOf(items[0], 'category'), ['birds'])
  assert.deepEqual(textsOf(items[0], 'title'), ['Content warning: careful'])
  assert.match(
    textsOf(items[0], 'description')[0] ?? '',
    /^<p><strong>Content warning:<\/strong> careful<\/p>/,
  )
})

test('files are enclosed with their type and size', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const post = await alice.publish('look', { media_ids: [await uploadPicture(alice)] })
  const [{ url }] = post.media_attachments

  const [item] = itemsOf(await feedAt(server, '/@alice.rss'))
  const file = await server.anonymous.get(new URL(url).pathname)

  const enclosure = child(item, 'enclosure')?.attributes
  assert.equal(enclosure?.url, url)
  assert.equal(enclosure?.type, file.headers['content-type'])
  assert.ok(Number(enclosure?.length) > 0)
  assert.equal(child(child(item, 'media:content'), 'media:description')?.text, 'A bird')
})

test('a tag has a feed, in any spelling', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const post = await alice.publish('look #Vögel')
  await alice.publish('secret #Vögel', { visibility: 'private' })

  for (const path of ['/tags/V%C3%B6gel.rss', '/tags/vogel.rss']) {
    const channel = await feedAt(server, path)
    assert.deepEqual(textsOf(channel, 'title'), ['#Vögel'])
    assert.deepEqual(
      itemsOf(channel).flatMap((item) => textsOf(item, 'link')),
      [post.url],
    )
  }
  assert.deepEqual(itemsOf(await feedAt(server, '/tags/nobody_used_it.rss')), [])
  assert.equal((await server.anonymous.get('/tags/1234.rss')).statusCode, 404)
})

test('A40 feeds stay well-formed whatever people write', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const hostile = ']]><script>alert(1)</script><!-- &nope; \u0001\ufffe "\''
  await alice.patch('/api/v1/accounts/update_credentials', {
    display_name: hostile.slice(0, 40),
    note: hostile,
  })
  await alice.publish(`${hostile} #tag`, {
    spoiler_text: hostile,
    poll: { options: [hostile.slice(0, 49), 'b'], expires_in: 600 },
  })

  for (const path of ['/@alice.rss', '/tags/tag.rss']) {
    const [item] = itemsOf(await feedAt(server, path))
    assert.doesNotMatch(textsOf(item, 'description')[0] ?? '', /<script/)
  }
})
