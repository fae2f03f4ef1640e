import assert from 'node:assert/strict'
import { test } from 'node:test'
import { protectHtml, protectText, restoreHtml, restoreText } from './protect.ts'

const LINK = '<a href="https://a.example/b" rel="me" class="u-url mention">@<span>bob</span></a>'
const MARK = (at: number) => `<code translate="no" id="k${at}">${at}</code>`

test('links and shortcodes do not reach the translator, and come back as they were', () => {
  const parts = protectHtml(`<p>Hi ${LINK} :rook: 12:30:45</p>`)

  assert.equal(parts.html, `<p>Hi ${MARK(0)} ${MARK(1)} 12:30:45</p>`)
  assert.equal(
    restoreHtml(`<p>${MARK(1)} Salut <code id='k0' translate="no">zero</code></p>`, parts),
    `<p>:rook: Salut ${LINK}</p>`,
  )
  const text = protectText('Look, @bob@a.example: https://a.example/?a=1&b=2 <b>\n:rook: #tag')
  assert.equal(text.html, `Look, ${MARK(0)}: ${MARK(1)} &lt;b&gt;<br>${MARK(3)} ${MARK(2)}`)
  assert.equal(
    restoreText(text.html, text),
    'Look, @bob@a.example: https://a.example/?a=1&b=2 <b>\n:rook: #tag',
  )
})

test('what a translator drops is put at the end, what it invents is not trusted', () => {
  const parts = protectHtml(`<p>Hi ${LINK}</p>`)

  assert.equal(restoreHtml('<p>Salut</p>', parts), `<p>Salut</p><p>${LINK}</p>`)
  const evil = `<p onclick="x()">a<script>x()</script><img src=x onerror=x()>${MARK(0)}${MARK(7)}</p>`
  assert.equal(restoreHtml(evil, parts), `<p>a${LINK}</p>`)
  assert.equal(restoreHtml(`<p>\ue0000\ue001 ${MARK(0)}</p>`, parts), `<p>0 ${LINK}</p>`)
  assert.equal(restoreText('<b>a</b> &amp; <i>b', protectText('x')), 'a & b')
})

test('marks in the text itself are nothing', () => {
  assert.equal(protectHtml('<p>a\ue0000\ue001b</p>').html, '<p>a0b</p>')
  assert.equal(protectText('a\ue0000\ue001b').html, 'a0b')
})
