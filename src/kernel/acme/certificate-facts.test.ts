import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selfSigned } from '../../kernel/acme/certificates.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { render } from '../base/translatable-text.ts'
import { checkPair, expiresSoon, flawOf } from './certificate-facts.ts'

const FROM = Date.UTC(2026, 10, 1)
const pair = selfSigned('social.example', { from: FROM, days: 90 })
const certificate = checkPair(pair)

test('S-638 a certificate that is not valid by the clock, or for another name, says so', () => {
  const flaw = (now: number, name = 'social.example') => {
    const found = flawOf(certificate, name, now)
    return found === null ? '' : render(found)
  }

  assert.equal(flaw(FROM + DAY), '')
  assert.match(
    flaw(FROM - DAY),
    /^The certificate for HTTPS is not valid before 2026-11-01 00:00 UTC, and the clock of this machine says 2026-10-31/,
  )
  assert.match(flaw(FROM + 91 * DAY), / has expired on 2027-01-30 00:00 UTC, and the clock/)
  assert.match(flaw(FROM, 'other.example'), / is not for other\.example/)
  assert.match(flaw(FROM, '[2001:db8::1]'), / is not for 2001:db8::1/)
})

test('S-638 somebody should look after a certificate in its last days', () => {
  assert.equal(expiresSoon(certificate, FROM + 82 * DAY), false)
  assert.equal(expiresSoon(certificate, FROM + 84 * DAY), true)
})

test('S-638 a key of another certificate, and what is no certificate, are refused with a reason', () => {
  const other = selfSigned('social.example', { from: FROM, days: 90 })

  assert.throws(
    () => checkPair({ ...pair, key: other.key }),
    /the key is not that of the certificate/,
  )
  assert.throws(() => checkPair({ ...pair, cert: 'x' }), /not a PEM file of certificates/)
  assert.throws(() => checkPair({ ...pair, key: 'x' }), /not a PEM file of a private key/)
})
