import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCharacters } from '../../src/kernel/text/count.ts'
import { extractEntities } from '../../src/kernel/text/extract.ts'
import { formatStatusText, shortenedLink } from '../../src/kernel/text/format.ts'
import { html } from '../../src/kernel/text/html.ts'
import { plainText, sanitizeStatusHtml } from '../../src/kernel/text/sanitize.ts'
import { findShortcodes } from '../../src/kernel/text/shortcodes.ts'
import { normalizeTag } from '../../src/kernel/text/tags.ts'
import { usernameProblem } from '../../src/kernel/text/username.ts'
import { fastest } from '../support/fastest.ts'

const CONTEXT = { mentions: new Map(), tagUrl: (name: string) => `/tags/${name}` }

/** All that reads text or HTML which somebody else wrote. */
const READERS: Record<string, (text: string) => unknown> = {
  extractEntities,
  formatStatusText: (text) => formatStatusText(text, CONTEXT),
  shortenedLink,
  countCharacters,
  findShortcodes,
  normalizeTag,
  usernameProblem,
  sanitizeStatusHtml,
  plainText,
  html: (text) => html`<a href="${text}">${text}</a>`,
}

/** Units that make backtracking patterns, stacks and lists grow. */
const UNITS = [
  ...['#a', '#a ', ' #tag', '#·', '#1', '#', '##', '＃', '·', '_', '\u200c', '#a·'],
  ...['@a', '@a ', ' @alice', '@a@b.c ', '@', '@@', '@a.', '@a-', '.', '-', '@a@', '@a@b-', ':80'],
  ...['http://', 'http://a.b ', 'http://a.b/', 'http://a.b/(', 'http://a.b/(((', 'http://a.b/,'],
  ...[
    'https://a.',
    'http://a@',
    'http://a.b:1',
    'xmpp:',
    'xmpp://a@',
    'xmpp:a@',
    'magnet:?',
    '://',
  ],
  ...['http://a.b/?', '(', ')', '()', '?', 'http://\u0301', 'gopher://a'],
  ...[':a', ':aa:', ':', 'a:', ':aa: ', '::'],
  ...[
    '<',
    '>',
    '&',
    '&lt;',
    '&#',
    '<a',
    '<a ',
    '<a>',
    '<b>',
    '</b>',
    '<b></i>',
    '<p>',
    '<li>',
    '<ul><li>',
  ],
  ...[
    '<div>',
    '<div x="</div>">',
    '<a b=c ',
    '<!--',
    '<![CDATA[',
    '<script>',
    '<svg>',
    '<noscript>',
  ],
  ...['<noscript></p>', '<iframe>', '<textarea>', '<math>', '<math><annotation ', '<math></math>'],
  ...[
    '<annotation',
    '<h1>',
    '<a href="',
    '<a href="https://a.b/">',
    '<a href="foo:">',
    '<x>',
    '<br>',
  ],
  ...[
    '\n',
    '\n\n',
    'a\n\n',
    ' ',
    'a',
    'é',
    '中',
    '😀',
    '👩‍👩‍👧‍👦',
    '\u0301',
    '\ud800',
    '\0',
    '"',
    "'",
  ],
]

for (const [name, read] of Object.entries(READERS)) {
  test(`A37 ${name} takes time that grows no faster than the text`, async () => {
    for (const unit of UNITS) {
      for (const [start, end] of [
        ['', ''],
        ['#a http://a.b/', '!'],
        ['<a href="', '">x</a>'],
      ]) {
        const text = (length: number) => start + unit.repeat(length / unit.length) + end
        const long = text(40_000)
        const took = await fastest(() => read(long), { runs: 1 })
        if (took < 60) continue
        const short = text(20_000)
        const half = await fastest(() => read(short), { runs: 5, calls: 8 })
        const whole = await fastest(() => read(long), { runs: 5, calls: 4 })
        const label = `${JSON.stringify(unit)} between ${start} and ${end}: ${half} ms, ${whole} ms`
        assert.ok(whole < 500, label)
        assert.ok(whole < 3 * half, label)
      }
    }
  })
}

test('A36 10^5 hashtags, mentions and addresses are read in less than half a second', async () => {
  for (const unit of [
    '#tag ',
    '@alice ',
    '@alice@example.com ',
    'https://example.com/ ',
    ':emoji: ',
  ]) {
    const text = unit.repeat(100_000)
    const read = () => [extractEntities(text), findShortcodes(text)]
    const took = await fastest(read, { enough: 500 })
    assert.ok(took < 500, `${unit}: ${took} ms`)
  }
})

test('A36 elements nested 10^5 deep are cut, not followed', async () => {
  for (const name of ['b', 'blockquote', 'ul', 'div', 'a', 'x']) {
    const nested = `${`<${name}>`.repeat(100_000)}deep${`</${name}>`.repeat(100_000)}`
    let clean = ''
    const clear = () => {
      clean = sanitizeStatusHtml(nested)
    }
    const took = await fastest(clear, { enough: 500 })
    assert.ok(took < 500, `${name}: ${took} ms`)
    assert.ok((clean.match(/<\w/g) ?? []).length <= 100, name)
  }
})

test('A36 megabytes of HTML are cut before they are parsed', async () => {
  for (const unit of [
    '<p>a <a href="https://example.com/">link</a></p>',
    'only text &amp; words ',
  ]) {
    const long = unit.repeat(200_000)
    let clean = ''
    const clear = () => {
      clean = sanitizeStatusHtml(long)
    }
    const took = await fastest(clear, { enough: 500 })
    assert.ok(took < 500, `${took} ms`)
    assert.ok(clean.length < 300_000, `${clean.length} characters are left`)
  }
})
