import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { selfSigned } from '../../kernel/acme/certificates.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { render } from '../base/translatable-text.ts'
import { chainFlawOf, checkPair, expiresSoon, flawOf } from './certificate-facts.ts'

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

/** Made by openssl for this test: of a server, and of the authority that signed it. */
const LEAF = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUagAwIBAgIUApYzZnjp6pCOMqcrAlkJ3y1LOU8wCgYIKoZIzj0EAwIw
KDENMAsGA1UECgwEVGVzdDEXMBUGA1UEAwwOVGVzdCBBdXRob3JpdHkwIBcNMjYx
MTI5MDI0NzUyWhgPMjEyNjExMDUwMjQ3NTJaMBgxFjAUBgNVBAMMDWNoYWluLmV4
YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASJX4j1yOFAzY+utP0aqHJX
JlxxnGH8/gDwFmojXvrGdoqnmrHN/8QTXQCc3J0H4zkJd/fmOi5bgsXQk2PGLUHp
o1wwWjAYBgNVHREEETAPgg1jaGFpbi5leGFtcGxlMB0GA1UdDgQWBBQR6D5NwWPF
OF/TkBw19LsfYg8w7TAfBgNVHSMEGDAWgBQfQgukj48o9W5Dapc1K+pW0G4xuTAK
BggqhkjOPQQDAgNIADBFAiAPNyQnx9JtElifVNF0ngyEY3cUhNg3M863EoVExcNw
nAIhAPwhwbofqwf7+TKbFNxWj+s0ZxRxREYeHCPN0GaI7+F4
-----END CERTIFICATE-----`
const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUA7SirTZ346rKAe4crOmlMJAr0gswCgYIKoZIzj0EAwIw
KDENMAsGA1UECgwEVGVzdDEXMBUGA1UEAwwOVGVzdCBBdXRob3JpdHkwIBcNMjYx
MTI5MDI0NzUyWhgPMjEyNjExMDUwMjQ3NTJaMCgxDTALBgNVBAoMBFRlc3QxFzAV
BgNVBAMMDlRlc3QgQXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
7NGlQ4fNoV3JfNvBR0hwaHcMiiQWZxZJMqpllF+TsokGw/GEezv+tl8Yc1FNrmhg
OifHKjTxHeqYrAVvpjDxl6NTMFEwHQYDVR0OBBYEFB9CC6SPjyj1bkNqlzUr6lbQ
bjG5MB8GA1UdIwQYMBaAFB9CC6SPjyj1bkNqlzUr6lbQbjG5MA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAPhllbP9qiHrVhY9TGT9aieB8JLqy7Sb
KU4sXeFod/gmAiBAABbGlGg+2hFGpR2XoJP7sTEB0Gd5VZayzEmgDuW6EQ==
-----END CERTIFICATE-----`

test('S-726 a certificate without that of its issuer is told of, by the name of the issuer', () => {
  const flaw = (cert: string) => {
    const found = chainFlawOf({ cert })
    return found === null ? null : render(found)
  }

  assert.match(flaw(LEAF) ?? '', /without that of its issuer, Test Authority: .* the whole chain$/)
  assert.equal(flaw(`${LEAF}\n${AUTHORITY}\n`), null)
  assert.equal(flaw(AUTHORITY), null, 'signed by itself')
  const [known = ''] = rootCertificates
  assert.equal(flaw(known), null)
})
