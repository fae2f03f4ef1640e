import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translatedText } from './translated-text.ts'

const louder = async (text: string) => text.toUpperCase()

test('words are translated, with the spaces around them kept', async () => {
  assert.equal(await translatedText(' guten Tag, ', louder), ' GUTEN TAG, ')
  assert.equal(await translatedText('eins\nzwei', louder), 'EINS\nZWEI')
})

test('what is no words is not asked for', async () => {
  const never = () => Promise.reject(new Error('it was asked for'))
  assert.equal(await translatedText('', never), '')
  assert.equal(await translatedText(' 🎉 12:30 ', never), ' 🎉 12:30 ')
  assert.equal(await translatedText('hallo :blobcat: du', louder), 'HALLO :blobcat: DU')
})
