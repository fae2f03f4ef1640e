import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalized } from './normalized.ts'

test('a text is in its normal form', () => {
  for (const text of ['Ängström', 'ﬁne', 'e\u0301\u0316', 'ｶﾞ', '한글', 'עִבְרִית', '']) {
    for (const form of ['NFC', 'NFKC', 'NFD'] as const) {
      assert.equal(normalized(text, form), text.normalize(form))
    }
  }
})

test('A139 of the marks on one letter the first thirty stay, so that no text takes long', () => {
  for (const mark of ['\u0316', '\u{1e944}', '\u{16d67}']) {
    const longest = `b${mark.repeat(30)}c`
    const long = `${mark.repeat(200_000)}a${'\u0316'.repeat(200_000)}${longest}`

    assert.equal(normalized(longest, 'NFD'), longest)
    assert.equal(normalized(long, 'NFD'), `${mark.repeat(30)}a${'\u0316'.repeat(30)}${longest}`)
  }
  assert.equal(normalized(`a${'\uff9e'.repeat(200_000)}`, 'NFKC').length, 31)
})
