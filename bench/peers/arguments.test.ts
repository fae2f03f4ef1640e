import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArguments } from './arguments.ts'

test('tokens and processes belong to the server before them', () => {
  const words =
    '--server http://a.example --token A1 --token A2 --pid 7 --pid 8 --seconds 1 --server http://b.example --token B1 --token B2 --streaming ws://b.example:4000'

  const { servers, seconds } = readArguments(words.split(' '))

  assert.equal(seconds, 1)
  assert.deepEqual(
    servers.map(({ address, tokens, pids, streaming }) => [
      address.origin,
      tokens,
      pids,
      streaming?.href ?? null,
    ]),
    [
      ['http://a.example', ['A1', 'A2'], [7, 8], null],
      ['http://b.example', ['B1', 'B2'], [], 'ws://b.example:4000/'],
    ],
  )
})

test('a missing server or token is told', () => {
  assert.throws(() => readArguments([]), /Name a server/)
  assert.throws(() => readArguments(['--token', 'T']), /--token belongs after its --server/)
  assert.throws(() => readArguments(['--server', 'http://a.example', '--token', 'T']), /two tokens/)
})

test('one file of a certificate without the other is told', () => {
  const words = '--server http://a.example --token A1 --token A2 --tls-cert a.crt'

  assert.throws(() => readArguments(words.split(' ')), /--tls-cert and --tls-key belong together/)
  const { tls, only } = readArguments([...words.split(' '), '--tls-key', 'a.key', '--only', 'home'])
  assert.deepEqual({ tls, only }, { tls: { cert: 'a.crt', key: 'a.key' }, only: ['home'] })
})
