import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalDomain, coveringNames, federatesWith, limitsOf } from './domain-policy.ts'

const OWN = { domain: 'rookery.test', handleDomain: 'test', limitedFederationMode: false }

/** A policy that suspends and allows exactly these domains, without subdomains. */
function policyOf({ suspended = [], allowed = [] }: { suspended?: string[]; allowed?: string[] }) {
  const none = () => false
  return {
    isSuspended: (domain: string) => suspended.includes(domain),
    isSilenced: none,
    rejectsMedia: none,
    rejectsReports: none,
    isAllowed: (domain: string) => allowed.includes(domain),
  }
}

test('every spelling of a host is one', () => {
  const spellings = [
    ['Evil.Example', 'evil.example'],
    [' evil.example. ', 'evil.example'],
    ['évil.example', 'xn--vil-9la.example'],
    ['EVIL.example:8443', 'evil.example:8443'],
    ['evil.example.:8443', 'evil.example:8443'],
    ['[::1]:8443', '[::1]:8443'],
  ] as const

  for (const [spelling, domain] of spellings) assert.equal(canonicalDomain(spelling), domain)
})

test('a domain is covered by the names above it, with its port and without', () => {
  assert.deepEqual(coveringNames('a.evil.example'), ['a.evil.example', 'evil.example', 'example'])
  assert.deepEqual(coveringNames('evil.example:1'), [
    'evil.example:1',
    'evil.example',
    'example:1',
    'example',
  ])
  assert.deepEqual(coveringNames('[::1]:3000'), ['[::1]:3000', '[::1]'])
  assert.ok(coveringNames('a.'.repeat(10_000)).length <= 33)
})

test('in limited federation only allowed domains count, and blocks do not', () => {
  const policy = policyOf({ suspended: ['evil.example'], allowed: ['friend.example'] })
  const limited = { ...OWN, limitedFederationMode: true }

  assert.equal(federatesWith(OWN, policy, 'evil.example'), false)
  assert.equal(federatesWith(OWN, policy, 'other.example'), true)
  assert.equal(federatesWith(limited, policy, 'other.example'), false)
  assert.equal(federatesWith(limited, policy, 'friend.example'), true)
  for (const own of ['rookery.test', 'Test']) assert.ok(federatesWith(limited, policy, own))
})

test('a new account is limited by the domain of its handle and by that of its id', () => {
  const policy = policyOf({ suspended: ['evil.example'] })

  const limits = limitsOf(OWN, policy, ['nice.example', 'evil.example'], 7)
  assert.partialDeepStrictEqual(limits, { suspended_at: 7, suspended_by_domain: true })
  assert.equal(limitsOf(OWN, policy, ['nice.example'], 7).suspended_at, null)
})
