import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCALES } from './locales.ts'
import { inWords, newWords, sentences } from './messages.ts'

test('sentences are parted as the language does it', () => {
  const inTag = (tag: string) =>
    inWords(sentences(['One', 'two']), newWords(LOCALES.find((one) => one.tag === tag)!, {}))

  assert.equal(inTag('en'), 'One. two')
  assert.equal(inTag('ar'), 'One. two')
  for (const tag of ['ja', 'zh-Hans', 'zh-Hant']) assert.equal(inTag(tag), 'One。two')
})
