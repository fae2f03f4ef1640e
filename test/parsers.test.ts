import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { parseDictionary } from 'structured-headers'
import { templateIn } from '../src/accounts/remote/host-meta.ts'
import { alternateInHeader, alternateInHtml } from '../src/activitypub/discover.ts'
import { isActivityJson } from '../src/activitypub/media-types.ts'
import { readJson } from '../src/activitypub/read-json.ts'
import { parsePairs } from '../src/http/body/nested-params.ts'
import { readQuery } from '../src/search/query.ts'
import { frameOf } from '../src/statuses/cards/describe.ts'
import { linkIn } from '../src/statuses/cards/links.ts'
import { readPage } from '../src/statuses/cards/page.ts'
import { readCsv } from '../src/text/csv.ts'
import { sanitizeStatusHtml, textOfClean } from '../src/text/sanitize.ts'
import { longestAllowed, measureLoop } from './support/event-loop.ts'
import { fastest } from './support/fastest.ts'

/** a quarter of what they take at most: what is quadratic takes seconds for that already */
const QUARTER = 256 << 10
const NOBODY = new Set<string>()

interface Parser {
  /** bytes that it is given at most */
  most: number
  read(text: string): unknown
}

/** All that reads whole documents, headers or files of strangers; A37 has those that read a post. */
const PARSERS: Record<string, Parser> = {
  'the page behind a link': { most: QUARTER, read: readPage },
  'the page that a search is for': { most: QUARTER, read: alternateInHtml },
  'a Link header': { most: 64 << 10, read: alternateInHeader },
  'host-meta': { most: 64 << 10, read: templateIn },
  'the frame of an oEmbed reply': {
    most: 64 << 10,
    read: (html) => frameOf({ html, type: 'video' }),
  },
  'the HTML of a post': { most: QUARTER, read: sanitizeStatusHtml },
  'the text of HTML': { most: QUARTER, read: textOfClean },
  'the links of HTML': { most: QUARTER, read: (html) => linkIn(html, NOBODY) },
  'a search': { most: QUARTER, read: readQuery },
  'a form': { most: QUARTER, read: orRefuse(parsePairs) },
  'an activity': { most: QUARTER, read: orRefuse((text) => readJson(Buffer.from(text))) },
  'a media type': { most: 16 << 10, read: isActivityJson },
  'a header of RFC 9651': { most: 16 << 10, read: orRefuse(parseDictionary) },
}

function orRefuse(read: (text: string) => unknown): (text: string) => void {
  return (text) => {
    try {
      read(text)
    } catch {
      // refusing is an answer
    }
  }
}

/** Units that make stacks grow, patterns backtrack and lists be searched again and again. */
const UNITS = [
  ...[
    '<b>',
    '</b>',
    '<b></i>',
    '</i><b>',
    '</p>',
    '</br>',
    '<p></svg>',
    '<form>',
    '<svg>',
    '<desc>',
  ],
  ...[
    '<meta>',
    '<meta name=a content=b>',
    '<meta name="',
    '<title>',
    '<title>&',
    '<!--',
    '<![CDATA[',
  ],
  ...['<link>', '<link ', '<link rel=alternate ', '<link rel=alternate type="', '<link rel=" '],
  ...[
    '<script>',
    '<noscript></p>',
    '<iframe>',
    '<iframe src=',
    '<iframe src="',
    '</head ',
    '</head',
  ],
  ...[
    '<p ',
    '<p class="',
    '<p class="quote-inline">',
    '<p class="quote-inline" ',
    '<span class="a" ',
  ],
  ...['<a ', '<a href="', '<a href="x" ', '<a b=c ', '<x a="&amp;', '<', '>', '&', '&#', '&lt;'],
  ...[
    '<Link ',
    '<Link rel="lrdd"',
    '<Link rel="lrdd" template="',
    '<a>; rel="alternate',
    ' rel = ',
  ],
  ...[
    '"',
    '""',
    '" "',
    '-"',
    'from:"',
    '-from:',
    ' ',
    '\t',
    '\n',
    ',',
    ';',
    '=',
    '(',
    'a=(',
    'a=1;',
  ],
  ...[
    '[',
    '{',
    '[[',
    '{"a":',
    '"\\',
    '"\\ud800',
    '\\ud800',
    '\\u0000',
    '[0,',
    'a[]=&',
    'a[b]',
    '[b]',
  ],
  ...['%', '%41', '+', 'a', 'é', '😀', '\u0301', '\0'],
]
const FRAMES = [
  ['', ''],
  ['<div '.repeat(300), '</x>'.repeat(300)],
  [`${'<div>'.repeat(240)}`, '</x>'.repeat(20_000)],
] as const

const filled = ([start, end]: (typeof FRAMES)[number], unit: string, length: number) =>
  start + unit.repeat(length / unit.length) + end

for (const [name, { most, read }] of Object.entries(PARSERS)) {
  test(`A58 ${name} is read in time that grows as it does`, async () => {
    const plain = 'some words '.repeat(most / 11)
    read(plain)
    const allowed = Math.max(HARMLESS, 30 * (await cpu(() => read(plain), 5)))
    for (const unit of UNITS) {
      for (const frame of FRAMES) {
        const label = `${JSON.stringify(unit)} after ${frame[0].slice(0, 10)}`
        // small first, so that what is worse than quadratic fails here and does not take an hour
        const part = await cpu(() => read(filled(frame, unit, most / 16)))
        assert.ok(part < allowed, `${label}: ${part} ms for a sixteenth`)
        const text = filled(frame, unit, most)
        if ((await cpu(() => read(text))) < allowed) continue
        const whole = await cpu(() => read(text), 5)
        assert.ok(whole < allowed, `${label}: ${whole} ms`)
      }
    }
  })
}

/** ms of processor time that no reader of so little comes near to, and every quadratic one goes far beyond */
const HARMLESS = 250

const cpu = (run: () => unknown, runs = 1) => fastest(run, { runs })

test('A58 a CSV file never holds the loop for long', async () => {
  const limits = { rows: 10_000, rowBytes: 16_384 }
  const rows = (row: string) =>
    Array.from({ length: 64 }, () => Buffer.from(row.repeat((64 << 10) / row.length)))
  const reading = (row: string) =>
    measureLoop(() => readCsv(Readable.from(rows(row)), limits).catch(() => null))
  await reading('a,b\n')
  const control = await reading('somebody@example.com,true,false\n')
  for (const row of ['\n', ',', '"', '""', '","', ' ', 'a\n', '\0', '"a"b,', '\r']) {
    const load = await reading(row)
    const label = `${JSON.stringify(row)}: ${load.longest} ms of ${load.total} ms`
    assert.ok(load.longest < longestAllowed(control), label)
  }
})
