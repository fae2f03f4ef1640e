import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const SCHEMES = {
  DATABASE_URL: 'postgres',
  DATABASE_REPLICA_URL: 'postgresql',
  REDIS_URL: 'redis',
  SMTP_URL: 'smtps',
} as const

/** the line that this address is refused with */
function refusal(name: string, address: string): string {
  const env = { DATABASE_URL: 'postgres://localhost/rookery', [name]: address }
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return assert.fail(`${name}=${address} is taken`)
}

test('S-730 an address whose password has characters of addresses says how they are written, and not the password', () => {
  for (const [name, scheme] of Object.entries(SCHEMES)) {
    for (const rest of [
      'rook:hush#ss@localhost/1',
      'rook:hush/ss@localhost/1',
      'rook:hush?ss@localhost/1',
      // what stands before the mark could be a port
      'rook:12#hush@localhost/1',
      'rook:12/hush@localhost/1',
      'rook:hush%ss@localhost/1',
      'rook:a@hush#b@localhost/1',
    ]) {
      const line = refusal(name, `${scheme}://${rest}`)
      assert.match(line, new RegExp(`^${name} cannot be read, .* # has to be written %23, / %2F`))
      assert.doesNotMatch(line, /hush|rook|localhost|\n/)
    }
  }
})

test('S-730 an address with a port that is none says that', () => {
  for (const [name, scheme] of Object.entries(SCHEMES)) {
    assert.match(refusal(name, `${scheme}://rook:hush@localhost:99999/1`), /^\w+ has a port above/)
    assert.match(refusal(name, `${scheme}://localhost:99999/1`), /^\w+ has a port above 65535/)
    assert.match(refusal(name, `${scheme}://rook:hush@localhost:25a/1`), /port that is no number/)
    assert.doesNotMatch(refusal(name, `${scheme}://rook:hush@lo calhost/1`), /hush|begins with/)
    assert.match(
      refusal(name, 'http://localhost/1'),
      /must be an address that begins with \w+:\/\//,
    )
  }
})

test('S-730 an @ among the parameters is none of a password', () => {
  for (const host of ['localhost:99999', 'rook:hush@localhost:99999']) {
    const line = refusal('SMTP_URL', `smtp://${host}?from=a@b.example`)
    assert.match(line, /^SMTP_URL has a port above 65535/)
  }
})

test('S-730 addresses that are right are taken as they are', () => {
  for (const DATABASE_URL of [
    'postgres://rook:p%23s%2Fs@localhost:5432/rookery',
    'postgres://rook:a@b:c@localhost/rookery',
    'postgres:///rookery?host=/run/postgresql',
    'postgres://localhost/rookery?user=rook&password=a@b',
    'POSTGRES://[::1]:5432/rookery',
    'postgresql://%2Frun%2Fpostgresql/rookery',
    // of libpq: a user without a host
    'postgres://rook@/rookery?host=/run/postgresql',
    'postgres://rook:p%23s@/rookery?host=/run/postgresql',
  ]) {
    const env = { DATABASE_URL, DATABASE_REPLICA_URL: DATABASE_URL }
    assert.equal(readConfig(env).databaseUrl, DATABASE_URL)
    assert.equal(readConfig(env).postgres.replicaUrl, DATABASE_URL)
  }
  assert.equal(readConfig({ DATABASE_URL: ' postgres://a/b ' }).databaseUrl, 'postgres://a/b')
  for (const SMTP_URL of [
    'smtp://localhost',
    'smtps://a%40b.example:x@host:465?from=a@b.example',
    'smtp://localhost?tls.rejectUnauthorized=false&from=a@b.example',
    'smtp://localhost?&from=a@b.example',
  ]) {
    assert.equal(readConfig({ SMTP_URL }).smtpUrl, SMTP_URL)
  }
})
