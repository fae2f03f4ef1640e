import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'pg-connection-string'
import {
  addressForPg,
  hasPassword,
  hostOfPostgres,
  nameOfPostgres,
  placeOfPostgres,
  userOfPostgres,
  withDatabase,
  withoutPassword,
} from './postgres-address.ts'

const ADDRESSES = [
  'postgres://rook:hush@db.example:5433/rookery?sslmode=verify-full&application_name=x',
  'postgres://rook:hush@/rookery?host=/run/postgresql&port=5433',
  'postgres://rook@/rookery?host=/run/postgresql',
  'postgres:///rookery?host=/run/postgresql&user=rook&password=hush',
  'postgres://rook:a@hush@[::1]/rookery?password=other-hush',
  'postgresql://%2Frun%2Fpostgresql/rookery?user=rook',
  'postgres://rook:hush@db.example/rookery?host=127.0.0.1&port=5434',
  'postgres://rook@db.example/rookery?sslpassword=hush&pass%77ord=hush',
]

test('S-743 an address without its password leads to the same place', () => {
  for (const address of ADDRESSES) {
    const shown = withoutPassword(address)
    assert.doesNotMatch(shown, /hush/)
    assert.equal(hasPassword(shown), false)
    const { password: _, sslpassword: _key, ...wanted } = parse(address) as Record<string, unknown>
    const { password: none, ...found } = parse(shown) as Record<string, unknown>
    assert.deepEqual(found, wanted, address)
    assert.ok(!none, address)
    assert.equal(parse(withDatabase(address, 'other')).database, 'other')
    assert.equal(parse(withDatabase(address, 'other')).host, wanted.host)
  }
  const [whole = '', socket = ''] = ADDRESSES
  assert.equal(withDatabase(whole, 'a/b'), whole.replace('/rookery', '/a%2Fb'))
  assert.equal(hasPassword(whole), true)
  assert.equal(hasPassword(socket), true)
  assert.equal(withoutPassword(ADDRESSES[3]!), ADDRESSES[3]!.replace('&password=hush', ''))
})

test('S-742 a database is named by its host or the folder of its socket, and its user is known', () => {
  const names = ADDRESSES.map(nameOfPostgres)

  assert.deepEqual(names, [
    'db.example:5433/rookery',
    'rookery at /run/postgresql:5433',
    'rookery at /run/postgresql',
    'rookery at /run/postgresql',
    '[::1]/rookery',
    'rookery at /run/postgresql',
    '127.0.0.1:5434/rookery',
    'db.example/rookery',
  ])
  assert.equal(hostOfPostgres(ADDRESSES[1]!), '/run/postgresql:5433')
  assert.deepEqual(new Set(ADDRESSES.map(userOfPostgres)), new Set(['rook']))
  assert.equal(userOfPostgres('postgres://localhost/x'), '')
})

test('S-747 the modes that check the certificate are one for pg, which warns of others', () => {
  const start = 'postgres://rook:hush@db.example/rookery'
  const full = addressForPg(`${start}?sslmode=verify-full&sslrootcert=/ca.pem`)

  for (const mode of ['require', 'prefer', 'verify-ca']) {
    assert.equal(addressForPg(`${start}?sslmode=${mode}&sslrootcert=/ca.pem`), full)
    const compatible = `${start}?sslmode=${mode}&uselibpqcompat=true`
    assert.equal(addressForPg(compatible), compatible)
  }
  for (const same of [start, `${start}?sslmode=no-verify`, `${start}?sslmode=disable`]) {
    assert.equal(addressForPg(same), same)
  }
})

test('two spellings of one place are the same, and places of two hosts are not', () => {
  const place = placeOfPostgres('postgres://rook:hush@db.example/rookery?sslmode=require')

  assert.equal(place, 'postgres://rook@db.example/rookery')
  assert.equal(placeOfPostgres('postgresql:///rookery?user=rook&host=db.example'), place)
  assert.notEqual(placeOfPostgres('postgres://rook@db2.example/rookery'), place)
  assert.equal(placeOfPostgres(ADDRESSES[1]!), 'postgres://rook@%2Frun%2Fpostgresql:5433/rookery')
})
