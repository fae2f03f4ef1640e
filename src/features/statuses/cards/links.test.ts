import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkIn } from './links.ts'

const NOBODY = new Set<string>()

test('the first link that is no mention, hashtag or quote has a preview', () => {
  const link = '<a href="https://a.example/?b=1&amp;c=2#d" rel="nofollow">a</a>'

  const html = `<p><a class="mention" href="https://b.example/@b">b</a> ${link}</p>`
  assert.equal(linkIn(html, NOBODY), 'https://a.example/?b=1&c=2')
  assert.equal(linkIn(html, new Set(['https://a.example/?b=1&c=2#d'])), null)
})

test('what names a quoted status in a text has no preview', () => {
  const other = '<a href="https://b.example/@b/1"><span class="invisible">https://</span>b</a>'
  const text = '<p><a href="https://a.example/">a</a></p>'

  for (const html of [
    `<p class="quote-inline">RE: ${other}</p>`,
    `<span class="x quote-inline"><br>RE: ${other}</span>`,
  ]) {
    assert.equal(linkIn(html, NOBODY), null)
    assert.equal(linkIn(html + text, NOBODY), 'https://a.example/')
    assert.equal(linkIn(text + html, NOBODY), 'https://a.example/')
  }
})
