import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAttachments } from './remote.ts'

test('S-552 the alternative text is the summary, or else the name', () => {
  const url = 'https://away.example/1.png'
  const wanted: [Record<string, string>, string | null][] = [
    [{ summary: 'A rook', name: '1.png' }, 'A rook'],
    [{ name: 'A raven' }, 'A raven'],
    [{ summary: ' ', name: 'A crow' }, 'A crow'],
    [{}, null],
  ]
  for (const [words, description] of wanted) {
    const [media] = readAttachments({ attachment: { type: 'Image', url, ...words } })
    assert.equal(media?.description, description)
  }
})

test('A137 descriptions that are cut within a character can be stored', () => {
  const entry = (path: string) => ({
    ...{ type: 'Image', url: `https://a.example/${path}`, mediaType: 'image/png' },
    name: `${'x'.repeat(9_999)}🐦`,
  })
  const media = readAttachments({ attachment: ['a', 'b', 'c', 'd', 'e', 'f'].map(entry) })

  assert.ok(media.length > 1)
  for (const { description } of media) assert.ok(description?.isWellFormed())
})
