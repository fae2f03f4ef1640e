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
