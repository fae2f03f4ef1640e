import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTime } from './iso-time.ts'

test('times are read as people and clients write them, and UTC where they name no zone', () => {
  const noon = Date.parse('2026-05-06T12:00:00Z')
  for (const text of [
    '2026-05-06T12:00:00.000Z',
    '2026-05-06T12:00Z',
    '2026-05-06 12:00:00 UTC'.replace(' UTC', 'Z'),
    '2026-05-06 12:00',
    ' 2026-05-06T14:00:00+02:00 ',
    '2026-05-06T14:00:00+0200',
    '2026-05-06T14:00+02',
    '2026-05-06 08:30:00 -0330',
  ]) {
    assert.equal(parseTime(text), noon, text)
  }
  assert.equal(parseTime('2026-05-06'), Date.parse('2026-05-06T00:00:00Z'))
  for (const text of ['', 'now', '7', '2026-13-01', '2026-05-06T25:00', '2026-05-06+02:00']) {
    assert.equal(parseTime(text), null, text)
  }
})
