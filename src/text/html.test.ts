import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeHtml, type HtmlValue, html, raw } from './html.ts'

const HOSTILE = `<script>alert("x")</script>&'`
const ESCAPED = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;'

test('A40 values are escaped in content and in quoted attributes', () => {
  const page = html`<p title="${HOSTILE}" class='${HOSTILE}'>${HOSTILE}</p>`

  assert.equal(page.html, `<p title="${ESCAPED}" class='${ESCAPED}'>${ESCAPED}</p>`)
})

test('templates nest, lists are joined, null and booleans leave nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)

  const page = html`<ul>${[items, [null, undefined, false, true]]}</ul>${0}${raw('<hr>')}`

  assert.equal(page.html, '<ul><li>a</li><li>&lt;b&gt;</li></ul>0<hr>')
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
    assert.equal(html`<a href="${url}">`.html, '<a href="#">', url)
    assert.equal(html`<form action='${url}'>`.html, `<form action='#'>`, url)
  }
  for (const url of fine)
    assert.equal(html`<a href="${url}">`.html, `<a href="${escapeHtml(url)}">`)
})
