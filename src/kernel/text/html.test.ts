import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  escapeHtml,
  type HtmlValue,
  html,
  raw,
  renderHtml,
  rich,
  richPlural,
  type SafeHtml,
} from './html.ts'
import { ENGLISH_WORDS, newWords, plural, t } from './messages.ts'

const HOSTILE = `<script>alert("x")</script>&'`
const ESCAPED = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;'

const drawn = (page: SafeHtml) => renderHtml(page, ENGLISH_WORDS)

test('A40 values are escaped in content and in quoted attributes', () => {
  const page = html`<p title="${HOSTILE}" class='${HOSTILE}'>${HOSTILE}</p>`

  assert.equal(drawn(page), `<p title="${ESCAPED}" class='${ESCAPED}'>${ESCAPED}</p>`)
})

test('templates nest, lists are joined, null and booleans leave nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)

  const page = html`<ul>${[items, [null, undefined, false, true]]}</ul>${0}${raw('<hr>')}`

  assert.equal(drawn(page), '<ul><li>a</li><li>&lt;b&gt;</li></ul>0<hr>')
})

test('A40 an object that only looks like HTML, as JSON can hold it, is not taken for it', () => {
  const forged = JSON.parse('[{"html":"<script>alert(1)</script>"}]') as HtmlValue

  assert.throws(() => html`<p>${forged}</p>`, TypeError)
})

test('A40 a value in an attribute without quotes is a mistake', () => {
  assert.throws(() => html`<p title=${'a onclick=alert(1)'}>`, TypeError)
})

test('A40 addresses that would run script become #', () => {
  const scripts = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>',
  ]
  const fine = [
    'https://example.com/?a=1',
    '/about',
    '#top',
    '?page=2',
    'mailto:a@example.com',
    '/a:b',
  ]

  for (const url of scripts) {
    assert.equal(drawn(html`<a href="${url}">`), '<a href="#">', url)
    assert.equal(drawn(html`<form action='${url}'>`), `<form action='#'>`, url)
  }
  for (const url of fine)
    assert.equal(drawn(html`<a href="${url}">`), `<a href="${escapeHtml(url)}">`)
})

const arabic = newWords(
  { tag: 'ar', name: '', rightToLeft: true, complete: [] },
  {
    'Hello {name}': 'مرحبا {name} <b>',
    '{n} posts': { one: 'منشور', few: '{n} منشورات', other: '{n} منشور' },
    'By <a>{name}</a>, <b>now</b>': '<b>الآن</b> من <a>{name}</a>',
  },
)

test('A98 texts take the language of whoever reads them, and stay text', () => {
  const name = '<i>&'
  const page = html`<p title="${t('Hello {name}', { name })}">${plural(3, '{n} post', '{n} posts')}</p>${t('More')}`

  assert.equal(drawn(page), '<p title="Hello &lt;i&gt;&amp;">3 posts</p>More')
  assert.equal(
    renderHtml(page, arabic),
    '<p title="مرحبا \u2068&lt;i&gt;&amp;\u2069 &lt;b&gt;">3 منشورات</p>More',
  )
  assert.throws(() => html`<a href="${t('Hello {name}', { name })}">`, TypeError)
})

test('A98 a translation moves the elements of a message, and can add none', () => {
  const parts = {
    name: '<x>',
    a: (inner: SafeHtml) => html`<a href="/">${inner}</a>`,
    b: (inner: SafeHtml) => html`<b>${inner}</b>`,
  }
  const page = rich('By <a>{name}</a>, <b>now</b>', parts)
  const counting = richPlural(1, '<b>{n}</b> post', '<b>{n}</b> posts', parts)

  assert.equal(drawn(page), 'By <a href="/">&lt;x&gt;</a>, <b>now</b>')
  assert.equal(renderHtml(page, arabic), '<b>الآن</b> من <a href="/">\u2068&lt;x&gt;\u2069</a>')
  assert.equal(drawn(rich('<script>x</script> <b', {})), 'x &lt;b')
  assert.equal(drawn(counting), '<b>1</b> post')
})
