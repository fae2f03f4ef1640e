import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailHosts, type MailResolver } from './mail-hosts.ts'

function failing(code: string) {
  return () => Promise.reject(Object.assign(new Error(code), { code }))
}

/** A DNS resolver with fixed answers; an error is given by its code. */
function dns(mx: readonly string[] | string, addresses: readonly string[] | string) {
  const answer = (given: readonly string[] | string) =>
    typeof given === 'string' ? failing(given) : async () => given
  const exchanges =
    typeof mx === 'string'
      ? failing(mx)
      : async () => mx.map((exchange) => ({ exchange, priority: 10 }))
  const resolver = {
    resolveMx: exchanges,
    resolve4: answer(addresses),
    resolve6: failing('ENODATA'),
  }
  return createMailHosts(resolver as unknown as MailResolver)
}

test('mail goes to the hosts that DNS names, else to the domain itself', async () => {
  assert.deepEqual(await dns(['MX.Post.Example.'], 'ENODATA')('a.example'), ['mx.post.example'])
  assert.deepEqual(await dns('ENODATA', ['192.0.2.1'])('a.example'), ['a.example'])
})

test('only where DNS answers there is surely nobody', async () => {
  for (const [mx, addresses] of [
    ['ENOTFOUND', 'ENOTFOUND'],
    ['ENODATA', 'ENODATA'],
    [[''], ['192.0.2.1']],
  ] as const) {
    assert.deepEqual(await dns(mx, addresses)('a.example'), [])
  }
  for (const [mx, addresses] of [
    ['ETIMEOUT', 'ENOTFOUND'],
    ['ESERVFAIL', ['192.0.2.1']],
    ['ENODATA', 'ECONNREFUSED'],
  ] as const) {
    assert.equal(await dns(mx, addresses)('a.example'), null)
  }
})
