import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparedWith, isOverBy } from './session-comparison.ts'

test('a page goes on only as long as other tabs go on as the same account', () => {
  assert.equal(isOverBy({ is: '1' }, '1'), false)
  assert.equal(isOverBy({ is: '2' }, '1'), true)
  assert.equal(isOverBy({ is: '1' }, null), true, 'a visitor has signed in elsewhere')
  assert.equal(isOverBy({ left: '1' }, '1'), true)
  assert.equal(isOverBy({ left: '2' }, '1'), false)
  assert.equal(isOverBy({ left: '1' }, null), false)
})

test('a session is renewed by another token, over without a page, and never that of somebody else', () => {
  const before = { account: '1', csrfToken: 'a' }

  assert.equal(comparedWith(before, { account: '1', csrfToken: 'a' }), 'same')
  assert.equal(comparedWith(before, { account: '1', csrfToken: 'b' }), 'renewed')
  assert.equal(comparedWith(before, null), 'gone')
  assert.equal(comparedWith(before, { account: '2', csrfToken: 'a' }), 'other')
  assert.equal(comparedWith(before, { account: null, csrfToken: 'a' }), 'other')
  assert.equal(
    comparedWith({ account: null, csrfToken: 'a' }, { account: '1', csrfToken: 'a' }),
    'other',
  )
})
