import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newKey, parseKey } from './keys.ts'

test('a new key is random, sharded by its own first digits and read back as made', () => {
  const key = newKey('media', 'jpg')

  assert.match(key, /^media\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}\.jpg$/)
  assert.notEqual(newKey('media', 'jpg'), key)
  assert.deepEqual(parseKey(key), {
    kind: 'media',
    name: key.split('/').at(-1)?.slice(0, 32),
    extension: 'jpg',
  })
})

test('A56 only what newKey makes is a key', () => {
  const name = '0123456789abcdef0123456789abcdef'
  assert.notEqual(parseKey(`media/01/23/${name}.png`), null)

  const others = [
    '',
    `../media/01/23/${name}.png`,
    `media/../media/01/23/${name}.png`,
    `media/01/24/${name}.png`,
    `media/01/23/${name}.html`,
    `media/01/23/${name}.svg`,
    `media/01/23/${name}.png.html`,
    `media/01/23/${name}.PNG`,
    `media/01/23/${name.toUpperCase()}.png`,
    `media/01/23/${name}.png\n`,
    `media/01/23/${name}.png\u0000`,
    `tmp/01/23/${name}.png`,
    `/media/01/23/${name}.png`,
    `media\\01\\23\\${name}.png`,
  ]
  for (const text of others) assert.equal(parseKey(text), null, text)
})
