import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTyped, type Typed } from '../../web/admin/pages/announcements/form-values.ts'
import { shortcodeOf } from '../../web/admin/pages/emojis/shortcode.ts'
import { ApiError } from '../../web/shared/api-error.ts'
import { asLocalTime, fromLocalTime } from '../../web/shared/local-time.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')
const ANNOUNCED: Typed = { text: 'Hello', when: 'now', publishAt: '', allDay: false, span: null }

test('names of files become shortcodes', () => {
  const files = ['Party Parrot (1).gif', 'blåbær.png', '__rook__.webp', `${'x'.repeat(200)}.png`]

  assert.deepEqual(files.map(shortcodeOf), ['Party_Parrot_1', 'blab_r', 'rook', 'x'.repeat(128)])
  assert.equal(shortcodeOf('☕.png'), '', 'somebody has to name it')
})

test('times of fields are where the person is, those of the API are not', () => {
  const time = '2026-07-01T09:30:00.000Z'

  assert.equal(fromLocalTime(asLocalTime(time)), time)
  assert.equal(asLocalTime(null), '')
  assert.deepEqual([fromLocalTime(''), fromLocalTime('soon')], [null, null])
})

test('an announcement is sent with the times that count', () => {
  const timeless = { text: 'Hello', starts_at: null, ends_at: null, all_day: false }
  const later = asLocalTime('2026-03-02T12:00:00.000Z')
  const span = ['2026-05-01', '2026-05-03'] as const
  const read = (change: Partial<Typed>) => readTyped({ ...ANNOUNCED, ...change }, NOW)

  assert.deepEqual(read({}), { ...timeless, scheduled_at: null, published: true })
  assert.deepEqual(read({ when: 'draft' }), { ...timeless, scheduled_at: null, published: false })
  assert.deepEqual(read({ when: 'later', publishAt: later }), {
    ...timeless,
    scheduled_at: '2026-03-02T12:00:00.000Z',
  })
  assert.deepEqual(read({ when: null }), timeless, 'what is shown already stays so')
  assert.deepEqual(read({ when: null, span, allDay: true }), {
    text: 'Hello',
    starts_at: '2026-05-01T00:00:00.000Z',
    ends_at: '2026-05-03T00:00:00.000Z',
    all_day: true,
  })
  const past = asLocalTime('2026-02-01T12:00:00.000Z')
  assert.throws(() => read({ when: 'later', publishAt: past }), ApiError)
})
