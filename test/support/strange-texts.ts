import { parseDictionary } from 'structured-headers'
import { templateIn } from '../../src/features/accounts/remote/host-meta.ts'
import { readQuery } from '../../src/features/search/query.ts'
import { frameOf } from '../../src/features/statuses/cards/describe.ts'
import { linkIn } from '../../src/features/statuses/cards/links.ts'
import { readPage } from '../../src/features/statuses/cards/page.ts'
import { alternateInHeader, alternateInHtml } from '../../src/kernel/activitypub/discover-by-url.ts'
import { isActivityJson } from '../../src/kernel/activitypub/media-types.ts'
import { readJson } from '../../src/kernel/activitypub/read-json.ts'
import { parsePairs } from '../../src/kernel/http/body/nested-params.ts'
import { sanitizeStatusHtml, textOfClean } from '../../src/kernel/text/sanitize.ts'

const MIB = 1 << 20
const NOBODY = new Set<string>()

export interface Parser {
  /** bytes that it is given at most */
  most: number
  read(text: string): unknown
}

/** All that reads whole documents, headers or files of strangers; A37 has those that read a post. */
export const PARSERS: Record<string, Parser> = {
  'the page behind a link': { most: MIB, read: readPage },
  'the page that a search is for': { most: MIB, read: alternateInHtml },
  'a Link header': { most: 64 << 10, read: alternateInHeader },
  'host-meta': { most: 64 << 10, read: templateIn },
  'the frame of an oEmbed reply': {
    most: 64 << 10,
    read: (html) => frameOf({ html, type: 'video' }),
  },
  'the HTML of a post': { most: MIB, read: sanitizeStatusHtml },
  'the text of HTML': { most: MIB, read: textOfClean },
  'the links of HTML': { most: MIB, read: (html) => linkIn(html, NOBODY) },
  'a search': { most: MIB, read: readQuery },
  'a form': { most: MIB, read: orRefuse(parsePairs) },
  'an activity': { most: MIB, read: orRefuse((text) => readJson(Buffer.from(text))) },
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
export const UNITS = [
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
export const FRAMES = [
  ['', ''],
  ['<div '.repeat(300), '</x>'.repeat(300)],
  [`${'<div>'.repeat(240)}`, '</x>'.repeat(20_000)],
] as const

export const filled = ([start, end]: (typeof FRAMES)[number], unit: string, length: number) =>
  start + unit.repeat(length / unit.length) + end
