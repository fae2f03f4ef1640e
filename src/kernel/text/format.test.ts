import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FormatContext,
  formatAccountField,
  formatNote,
  formatStatusText,
  type MentionTarget,
  shortenedLink,
} from './format.ts'
import { plainText, sanitizeStatusHtml } from './sanitize.ts'

function context(mentions: Record<string, MentionTarget> = {}): FormatContext {
  return {
    mentions: new Map(Object.entries(mentions)),
    tagUrl: (name) => `https://home.example/tags/${encodeURIComponent(name)}`,
  }
}

const ALICE = { url: 'https://home.example/@alice', username: 'Alice', domain: null }
const BOB = { url: 'https://away.example/@bob', username: 'bob', domain: 'away.example' }

test('text becomes paragraphs and line breaks', () => {
  const cases: [string, string][] = [
    ['one', '<p>one</p>'],
    ['one\ntwo', '<p>one<br />two</p>'],
    ['one\n\ntwo\n\n\nthree', '<p>one</p><p>two</p><p>three</p>'],
    ['one\r\ntwo\r\rthree', '<p>one<br />two</p><p>three</p>'],
    ['\n\none\n', '<p>one</p>'],
    ['', ''],
    [' \n\n ', ''],
  ]

  for (const [text, html] of cases) assert.equal(formatStatusText(text, context()), html)
})

test('A40 HTML in text is text', () => {
  assert.equal(
    formatStatusText(`<img src="x" onerror='alert(1)'> & #a<b>`, context()),
    '<p>&lt;img src=&quot;x&quot; onerror=&#39;alert(1)&#39;&gt; &amp; ' +
      '<a href="https://home.example/tags/a" class="mention hashtag" rel="tag">#<span>a</span></a>' +
      '&lt;b&gt;</p>',
  )
})

test('an address becomes a link that hides its scheme and what is beyond 30 characters', () => {
  assert.equal(
    shortenedLink('https://www.example.com/a/long/path/that/goes/on?a=1&b=2'),
    '<a href="https://www.example.com/a/long/path/that/goes/on?a=1&amp;b=2" target="_blank" ' +
      'rel="nofollow noopener" translate="no"><span class="invisible">https://www.</span>' +
      '<span class="ellipsis">example.com/a/long/path/that/g</span>' +
      '<span class="invisible">oes/on?a=1&amp;b=2</span></a>',
  )
  assert.equal(
    shortenedLink('http://example.com/'),
    '<a href="http://example.com/" target="_blank" rel="nofollow noopener" translate="no">' +
      '<span class="invisible">http://</span><span class="">example.com/</span>' +
      '<span class="invisible"></span></a>',
  )
})

test('an address is not cut for one character, nor inside of one', () => {
  const rest = `example.com/${'a'.repeat(19)}`

  assert.match(shortenedLink(`https://${rest}`), new RegExp(`<span class="">${rest}</span>`))
  assert.match(
    shortenedLink(`https://example.com/${'a'.repeat(17)}😀bcd`),
    /<span class="ellipsis">example\.com\/a{17}😀<\/span><span class="invisible">bcd</,
  )
})

test('A41 the host of an address is always shown whole', () => {
  const host = 'accounts.bank.example.login.session.evil.example'
  const shownOf = (url: string) =>
    /<span class="(?:ellipsis)?">([^<]*)</.exec(shortenedLink(url))?.[1]

  assert.equal(shownOf(`https://${host}/login`), host)
  assert.equal(shownOf(`https://www.${host}:8443/login`), `${host}:8443`)
  assert.equal(shownOf('https://www.com/'), 'www.com/')
  assert.equal(
    shownOf('https://evil.example/https://bank.example'),
    'evil.example/https://bank.exam',
  )
})

test('mentions of known accounts become links to them, others stay text', () => {
  const mentions = { alice: ALICE, 'bob@away.example': BOB }

  assert.equal(
    formatStatusText('@ALICE @bob@away.example @nobody', context(mentions)),
    '<p><span class="h-card" translate="no"><a href="https://home.example/@alice" ' +
      'class="u-url mention">@<span>Alice</span></a></span> ' +
      '<span class="h-card" translate="no"><a href="https://away.example/@bob" ' +
      'class="u-url mention">@<span>bob</span></a></span> @nobody</p>',
  )
})

test('two mentioned accounts of the same name are told apart by their domains', () => {
  const alices = { alice: ALICE, 'alice@away.example': { ...BOB, username: 'alice' } }
  const again = { alice: ALICE, 'alice@home.example': ALICE }

  const html = formatStatusText('@alice @alice@away.example', context(alices))

  assert.match(html, /<span>Alice<\/span>.*<span>alice@away\.example<\/span>/)
  assert.doesNotMatch(formatNote('@alice @alice@home.example', context(again)), /<span>alice@/i)
})

test('hashtags link to their page and keep their capitals', () => {
  assert.equal(
    formatStatusText('#Café', context()),
    '<p><a href="https://home.example/tags/Caf%C3%A9" class="mention hashtag" rel="tag">' +
      '#<span>Café</span></a></p>',
  )
})

test('a profile field is one line whose links are the author’s own', () => {
  assert.match(
    formatAccountField('https://example.com/ <b>'),
    /^<a href="https:\/\/example\.com\/" target="_blank" rel="nofollow noopener me".*&lt;b&gt;$/,
  )
  assert.equal(formatAccountField('@bob@away.example'), '@bob@away.example')
  assert.match(
    formatAccountField('@bob@away.example', context({ 'bob@away.example': BOB })),
    /<span>bob@away\.example<\/span>/,
  )
})

test('what we format survives sanitising on other servers and reads as it was written', () => {
  const text =
    'Hi @alice & <all>,\nsee https://www.example.com/a/long/path/that/goes/on #now\n\nBye'

  const html = formatStatusText(text, context({ alice: { ...ALICE, username: 'alice' } }))

  assert.equal(plainText(html), text)
  assert.equal(plainText(sanitizeStatusHtml(html)), text)
})
