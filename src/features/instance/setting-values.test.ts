import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unprocessable } from '../../kernel/base/errors.ts'
import { readSetting } from './setting-values.ts'

const NOW = Date.UTC(2030, 0, 1)

test('each kind of setting is read from text', () => {
  assert.equal(readSetting('title', ' Nest ', NOW), 'Nest')
  assert.equal(readSetting('registrations.mode', 'Approval', NOW), 'approval')
  assert.equal(readSetting('single_user', 'on', NOW), true)
  assert.equal(readSetting('single_user', 'FALSE', NOW), false)
  assert.equal(readSetting('media_cache_size', '2 GB', NOW), 2 * 1024 ** 3)
  assert.equal(readSetting('media_cache_size', '500m', NOW), 500 * 1024 ** 2)
  assert.equal(readSetting('media_cache_size', '4096', NOW), 4096)
  assert.equal(readSetting('retention.ips', '90', NOW), 90)
  assert.deepEqual(readSetting('languages', 'de, en de', NOW), ['de', 'en'])
  assert.deepEqual(readSetting('privacy_policy', '<p>Ours</p>', NOW), {
    content: '<p>Ours</p>',
    updated_at: NOW,
  })
  assert.deepEqual(readSetting('privacy_policy', ' ', NOW), { content: '', updated_at: null })
})

test('a value that makes no sense is refused with what it may be', () => {
  const wrong = [
    ['registrations.mode', 'maybe', /one of open, approval, closed, not "maybe"/],
    ['single_user', 'perhaps', /on or off, not "perhaps"/],
    ['title', '', /1 to 100 characters/],
    ['languages', 'klingon!', /language codes/],
    ['languages', '', /one language code/],
    ['media_cache_size', 'big', /a size like 500 MB/],
    ['retention.ips', '90 days', /a number of days/],
    ['retention.ips', '99999', /a number of days/],
    ['contact_email', 'nobody', /an e-mail address/],
  ] as const
  for (const [name, text, message] of wrong) {
    assert.throws(
      () => readSetting(name, text, NOW),
      (error) => {
        assert.ok(error instanceof Unprocessable)
        assert.match(error.message, message)
        assert.ok(error.message.startsWith(`${name} must be `))
        return true
      },
    )
  }
})
