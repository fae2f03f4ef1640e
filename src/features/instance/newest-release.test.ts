import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNewer } from './newest-release.ts'

test('S-674 versions are compared by number, and what is being worked on is not older than its release', () => {
  assert.equal(isNewer('0.2.0', '0.1.9'), true)
  assert.equal(isNewer('0.10.0', '0.9.0'), true)
  assert.equal(isNewer('1.0.0', '0.99.99'), true)
  assert.equal(isNewer('0.1.0', '0.1.0'), false)
  assert.equal(isNewer('0.1.0', '0.1.1'), false)
  assert.equal(isNewer('0.2.0', '0.2.0-rc.1'), false)
})
