import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHttpsSettings, type Surroundings } from './https-settings.ts'

const WEB: Surroundings = {
  origin: 'https://social.example',
  port: 3000,
  parts: new Set(['web', 'streaming', 'jobs']),
  severalProcesses: false,
}
const FILES = { TLS_CERT_FILE: '/etc/tls/cert.pem', TLS_KEY_FILE: '/etc/tls/key.pem' }

test('S-638 with files of the operator the server asks no authority', () => {
  const settings = readHttpsSettings(FILES, WEB)

  assert.deepEqual(settings.files, { certificate: '/etc/tls/cert.pem', key: '/etc/tls/key.pem' })
  assert.deepEqual([settings.port, settings.httpPort], [443, 80])
})

test('S-671 an operator chooses how long browsers insist on HTTPS, or takes it back', () => {
  const daysOf = (HSTS_DAYS: string) => readHttpsSettings({ ...FILES, HSTS_DAYS }, WEB).hstsDays

  assert.deepEqual(['', '0', '365'].map(daysOf), [30, 0, 365])
})

test('S-638 settings that contradict each other are one line', () => {
  const lineOf = (env: Record<string, string>, around: Partial<Surroundings> = {}) => {
    try {
      return readHttpsSettings(env, { ...WEB, ...around }) && 'accepted'
    } catch (error) {
      return (error as Error).message
    }
  }

  assert.match(lineOf(FILES, { origin: 'http://social.example' }), /^HTTPS needs an ORIGIN that/)
  assert.match(lineOf({ TLS_CERT_FILE: '/cert.pem' }), /belong together/)
  assert.match(lineOf({ TLS_KEY_FILE: '/key.pem' }), /belong together/)
  assert.match(lineOf(FILES, { parts: new Set(['jobs']) }), /jobs answer no requests$/)
  assert.match(lineOf({ ...FILES, HTTPS_PORT: '80' }), /three different ports$/)
  assert.match(lineOf({ ...FILES, HTTP_PORT: '3000' }), /three different ports$/)
  assert.match(lineOf({ ...FILES, HTTP_PORT: '0' }), /^HTTP_PORT must be a number from 1 to 65535/)
  assert.equal(lineOf(FILES, { severalProcesses: true }), 'accepted')
  assert.equal(lineOf(FILES, { origin: 'https://[2001:db8::1]' }), 'accepted')
  for (const origin of ['https://192.0.2.1', 'https://[2001:db8::1]', 'https://localhost']) {
    assert.match(
      lineOf({}, { origin }),
      /^HTTPS needs a name in ORIGIN that an authority certifies/,
    )
  }
  assert.match(lineOf({}, { severalProcesses: true }), /several processes would each ask/)
  assert.match(
    lineOf({ ACME_DIRECTORY: 'http://ca.example/' }),
    /^ACME_DIRECTORY must be an address/,
  )
  assert.match(lineOf({ HSTS_DAYS: 'ever' }), /^HSTS_DAYS must be a number of days from 0 to 730/)
  assert.match(lineOf({ HSTS_DAYS: '731' }), /^HSTS_DAYS must be/)
  assert.match(lineOf({ ACME_EMAIL: 'somebody' }), /^ACME_EMAIL must be an address/)
})
