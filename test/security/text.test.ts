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
import { excessBeside, fastest, ORDINARY, ordinaryWork } from '../support/fastest.ts'

/** of an ordinary machine */
const HALF_A_SECOND = { control: ordinaryWork, times: 500 / ORDINARY, harmless: 500 }

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
        const several = (one: string) => () => Array.from({ length: 4 }, () => read(one))
        const label = `${JSON.stringify(unit)} between ${start} and ${end}`
        const limits = { control: several(short), times: 3, harmless: 100 }
        assert.equal(await excessBeside(() => read(long), HALF_A_SECOND), null, label)
        assert.equal(await excessBeside(several(long), limits), null, label)
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
    assert.equal(await excessBeside(read, HALF_A_SECOND), null, unit)
  }
})

test('A36 elements nested 10^5 deep are cut, not followed', async () => {
  for (const name of ['b', 'blockquote', 'ul', 'div', 'a', 'x']) {
    const nested = `${`<${name}>`.repeat(100_000)}deep${`</${name}>`.repeat(100_000)}`
    let clean = ''
    const clear = () => {
      clean = sanitizeStatusHtml(nested)
    }
    assert.equal(await excessBeside(clear, HALF_A_SECOND), null, name)
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
    assert.equal(await excessBeside(clear, HALF_A_SECOND), null)
    assert.ok(clean.length < 300_000, `${clean.length} characters are left`)
  }
})
