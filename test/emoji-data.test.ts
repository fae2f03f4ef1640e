import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { EMOJI_FILE, emojiData } from '../scripts/emoji-data.ts'
import { unicodeEmoji } from '../src/features/statuses/reactions/emoji.ts'
import { EMOJI_GROUPS } from '../web/client/compose/emoji/data.ts'

const lines = Object.values(EMOJI_GROUPS).flatMap((group) => group.trim().split('\n'))
const emojis = lines.map((line) => line.slice(0, line.indexOf(' ')))

test('the emoji of the web client are those of the data they are made of', async () => {
  const made = await readFile(EMOJI_FILE, 'utf8')

  assert.ok(made === emojiData(), 'run node scripts/run.js scripts/emoji-data.ts')
})

test('each emoji that can be chosen stands there once, as a reaction has it', () => {
  assert.equal(new Set(emojis).size, emojis.length)
  assert.deepEqual(
    emojis.filter((emoji) => unicodeEmoji(emoji) !== emoji),
    [],
  )
})

test('emoji of several characters are there, and are found by the shortcodes that Mastodon has', () => {
  for (const emoji of ['❤️‍🔥', '🏳️‍🌈', '👩‍💻', '🧑‍🚀', '🏴‍☠️'])
    assert.ok(emojis.includes(emoji), emoji)
  for (const line of ['🎉 party popper; tada ', '👍 thumbs up; +1 thumbsup ']) {
    assert.ok(
      lines.some((found) => `${found} `.startsWith(line)),
      line,
    )
  }
})
