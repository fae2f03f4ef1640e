import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scheduleDigest } from './digest-schedule.ts'

const absence = { today: 1000, lastActive: 980, after: 14, every: 7, sent: null }

test('S-627 a digest is due once somebody was away for as long as the owner says', () => {
  assert.deepEqual(scheduleDigest(absence), { isDue: true, next: 1007 })
  assert.deepEqual(scheduleDigest({ ...absence, lastActive: 990 }), { isDue: false, next: 1004 })
  assert.deepEqual(scheduleDigest({ ...absence, lastActive: 986 }), { isDue: true, next: 1007 })
})

test('S-627 the next digest comes no sooner than the person chose', () => {
  assert.deepEqual(scheduleDigest({ ...absence, sent: 995 }), { isDue: false, next: 1002 })
  assert.deepEqual(scheduleDigest({ ...absence, sent: 993 }), { isDue: true, next: 1007 })
  const monthly = { ...absence, every: 30, sent: 993 }
  assert.deepEqual(scheduleDigest(monthly), { isDue: false, next: 1023 })
})

test('S-627 whoever has been away for half a year gets none', () => {
  assert.deepEqual(scheduleDigest({ ...absence, lastActive: 819 }), { isDue: false, next: 1030 })
  assert.deepEqual(scheduleDigest({ ...absence, lastActive: 820 }), { isDue: true, next: 1007 })
})
