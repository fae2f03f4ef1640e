import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from '../../../kernel/text/html.ts'
import { ENGLISH_WORDS } from '../../../kernel/text/messages.ts'
import { type Feed, type FeedItem, renderFeed } from './rss.ts'

const ITEM: FeedItem = {
  url: 'https://rookery.test/@alice/1',
  published: '2026-08-02T14:03:00.000Z',
  content: html`<p>Hello</p>`,
  categories: [],
  files: [],
}

function feed(items: FeedItem[], more: Partial<Feed> = {}): string {
  const shown = {
    title: 'Alice',
    description: 'Posts',
    url: 'https://rookery.test/@alice',
    self: 'https://rookery.test/@alice.rss',
    items,
    ...more,
  }
  return renderFeed(shown, ENGLISH_WORDS)
}

test('an item has the date of RFC 822, an address that is its id, and HTML as text', () => {
  const text = feed([ITEM])

  assert.match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0"/)
  assert.match(text, /<guid isPermaLink="true">https:\/\/rookery\.test\/@alice\/1<\/guid>/)
  assert.match(text, /<pubDate>Sun, 02 Aug 2026 14:03:00 \+0000<\/pubDate>/)
  assert.match(text, /<description>&lt;p&gt;Hello&lt;\/p&gt;<\/description>/)
  assert.match(text, /<lastBuildDate>Sun, 02 Aug 2026 14:03:00 \+0000<\/lastBuildDate>/)
})

test('only the first file is an enclosure, all are media', () => {
  const file = { type: 'image/jpeg', size: 1234, description: 'A bird', sensitive: true }
  const files = ['a', 'b'].map((name) => ({ ...file, url: `https://rookery.test/${name}.jpg` }))

  const text = feed([{ ...ITEM, files }])

  assert.equal(text.match(/<enclosure /g)?.length, 1)
  assert.match(
    text,
    /<enclosure url="https:\/\/rookery\.test\/a\.jpg" length="1234" type="image\/jpeg"\/>/,
  )
  assert.equal(text.match(/<media:content [^>]*medium="image"/g)?.length, 2)
  assert.match(text, /<media:rating scheme="urn:simple">adult<\/media:rating>/)
  assert.match(text, /<media:description type="plain">A bird<\/media:description>/)
})

test('what XML cannot hold is left out, and markup in names stays text', () => {
  const text = feed([{ ...ITEM, title: 'a\u0001\ufffe\ud800b]]>', author: '<script>' }], {
    title: '<b>&"\'\u000b',
  })

  assert.match(text, /<title>a\ufffdb\]\]&gt;<\/title>/)
  assert.match(text, /<dc:creator>&lt;script&gt;<\/dc:creator>/)
  assert.match(text, /<title>&lt;b&gt;&amp;&quot;&#39;<\/title>/)
})

test('a feed without items is one all the same', () => {
  const text = feed([])

  assert.doesNotMatch(text, /lastBuildDate|<item>/)
  assert.match(text, /<\/channel>\n<\/rss>\n$/)
})
