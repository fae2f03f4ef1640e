import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText, sanitizeStatusHtml } from './sanitize.ts'

const LINK = 'rel="nofollow noopener" target="_blank"'

test('what Mastodon sends stays as it is, but for rel and target', () => {
  const kept = [
    '<p>One<br />two</p><ul><li>a</li><li value="3">b</li></ul>',
    '<ol start="3" reversed><li>a</li></ol>',
    '<blockquote><p><del>a</del><s>b</s><u>c</u><i>d</i><em>e</em><b>f</b><strong>g</strong></p></blockquote>',
    '<pre><code>a  b</code></pre>',
    '<p><ruby>明日 <rp>(</rp><rt>Ashita</rt><rp>)</rp></ruby></p>',
    '<p lang="de-CH">Grüezi</p>',
    '<p class="quote-inline">RE:</p>',
    `<a href="https://example.com/?a=1&amp;b=2" class="u-url mention" translate="no" ${LINK}>a</a>`,
    `<a href="dweb:/a/foo" ${LINK}>a</a>`,
    '<span class="h-card invisible ellipsis" translate="no">a</span>',
  ]

  for (const html of kept) {
    assert.equal(sanitizeStatusHtml(html), html)
  }
  assert.equal(
    sanitizeStatusHtml('<a href="https://e.com" rel="me" target="_top">a</a>'),
    `<a href="https://e.com" ${LINK}>a</a>`,
  )
})

test('headings become strong paragraphs', () => {
  assert.equal(
    sanitizeStatusHtml('<h1 class="x">One</h1><h6>Two</h6>'),
    '<p><strong>One</strong></p><p><strong>Two</strong></p>',
  )
})

test('a link that goes nowhere we allow leaves its text, with nothing of it hidden', () => {
  const texts = [
    '<a>Test</a>',
    '<a href="foo://bar">Test</a>',
    '<a href="/relative">Test</a>',
    '<a href="//example.com">Test</a>',
    '<a href=" https://example.com">Test</a>',
    '<a href="https://">Test</a>',
    '<a><span class="invisible">Te</span><span>st</span></a>',
    '<a href="javascript:alert(1)">Test</a>',
    '<a href="JaVa&#10;Script:alert(1)">Test</a>',
    '<a href="data:text/html,x">Test</a>',
  ]

  for (const html of texts) assert.equal(sanitizeStatusHtml(html), 'Test', html)
  assert.equal(
    sanitizeStatusHtml('<a><b>1</b></a><b>2</b><a>3<a href="https://e.com">4</a></a><i>5</i>'),
    `1<b>2</b>3<a href="https://e.com" ${LINK}>4</a><i>5</i>`,
  )
  assert.equal(
    sanitizeStatusHtml('<a href="foo:bar">&lt;a href="https://e.com"&gt;a&lt;/a&gt;</a>'),
    '&lt;a href="https://e.com"&gt;a&lt;/a&gt;',
  )
})

test('A40 nothing that can run is left', () => {
  const hostile: [string, string][] = [
    ['<script>alert(1)</script>a', 'a'],
    ['<scr<script>ipt>alert(1)</script>a', 'ipt&gt;alert(1)a'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>a', 'a'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    ['<p onclick="alert(1)" style="position:fixed" id="x">a</p>', '<p>a</p>'],
    ['<p class="fixed inset-0">a</p>', '<p>a</p>'],
    ['<iframe srcdoc="<script>"></iframe>a', 'a'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
    ['<!--><img src=x onerror=alert(1)>-->a', '--&gt;a'],
    ['<![CDATA[<script>]]>a', 'a'],
    ['<form action="https://e.com"><input><button>a</button></form>', 'a'],
    ['<base href="https://e.com"><link rel=x><meta http-equiv=refresh>a', 'a'],
    ['<p lang="&quot; onclick=alert(1)">a</p>', '<p>a</p>'],
    ['<span class="mention&quot; onclick=&quot;x">a</span>', '<span>a</span>'],
    ['<p title="<b">a', '<p>a</p>'],
    ['a\0b', 'a\0b'],
  ]

  for (const [html, clean] of hostile) assert.equal(sanitizeStatusHtml(html), clean, html)
})

test('A38 whatever comes in, the sanitiser answers with a string, and twice is the same', () => {
  for (const value of [undefined, null, 7, {}, [], '\ud800<p>\udfff']) {
    assert.equal(typeof sanitizeStatusHtml(value as string), 'string')
  }
  for (const html of [
    '<p>a<p>b',
    '<b><i>a</b>b',
    '&lt;b&gt; &amp;amp; "',
    '<ul><li>a<li>b</ul>',
    'a<',
    '&',
  ]) {
    const once = sanitizeStatusHtml(html)
    assert.equal(sanitizeStatusHtml(once), once, html)
  }
})

test('A38 of tag soup, only balanced elements of the list are left', () => {
  const parts =
    '<p>|</p>|<b>|</b>|<a>|<a href="https://e.com">|</a>|<h2>|</h2>|<div>|</div>|<li>|</li>|<ul>|</ul>|<br>|<svg>|</svg>|<left-out>|</left-out>|<math>|</math>|<script>|</script>|<|>|"|text|<a href="|<span class=invisible>|</span>'.split(
      '|',
    )
  const random = createRandom(7)

  for (let turn = 0; turn < 3_000; turn++) {
    const soup = Array.from({ length: 12 }, () => parts[Math.floor(random() * parts.length)]).join(
      '',
    )
    const open: string[] = []
    for (const tag of sanitizeStatusHtml(soup).match(/<[^>]*>/g) ?? []) {
      const [, slash, name = ''] = /^<(\/?)(\w+)/.exec(tag) ?? []
      assert.match(name, /^(?:p|b|a|strong|li|ul|br|span)$/, soup)
      if (slash === '/') assert.equal(open.pop(), name, soup)
      else if (name !== 'br') open.push(name)
    }
    assert.deepEqual(open, [], soup)
  }
})

/** Mulberry32: the same numbers on every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('mathematics become their TeX, else their text form, else nothing', () => {
  const math = (annotations: string, attributes = '') =>
    `<p>1<math ${attributes}><semantics><mi>x</mi>${annotations}</semantics></math>2</p>`
  const tex = '<annotation encoding="application/x-tex">x^n &lt; y</annotation>'
  const text = '<annotation encoding="text/plain">sqrt(x)</annotation>'

  assert.equal(sanitizeStatusHtml(math(tex)), '<p>1$x^n &lt; y$2</p>')
  assert.equal(sanitizeStatusHtml(math(text + tex, 'display="block"')), '<p>1$$x^n &lt; y$$2</p>')
  assert.equal(sanitizeStatusHtml(math(text)), '<p>1sqrt(x)2</p>')
  assert.equal(sanitizeStatusHtml(math('')), '<p>12</p>')
})

test('plain text has the line breaks of its HTML and no markup', () => {
  const cases: [string, string][] = [
    ['<p>One<br>two<br />three</p><p>four</p>', 'One\ntwo\nthree\n\nfour'],
    ['<p>a &lt;b&gt; &amp;amp; &quot;c&quot; &eacute;&nbsp;</p>', 'a <b> &amp; "c" é'],
    ['<ul><li>a</li><li>b</li></ul><p>c</p>', 'a\nb\n\nc'],
    ['<p>one\ntwo</p>', 'one two'],
    [
      '<script>x</script><a href="https://e.com/"><span class="invisible">https://</span>e.com</a>',
      'https://e.com',
    ],
    ['no markup', 'no markup'],
    ['', ''],
  ]

  for (const [html, text] of cases) assert.equal(plainText(html), text, html)
})
