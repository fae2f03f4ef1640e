import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { signUp } from '../../src/features/identity/sign-up/sign-up.ts'
import { ADMITTED } from '../../src/features/identity/sign-up/sign-up-flood.ts'
import type { Settings } from '../../src/features/instance/settings.ts'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

async function openServer(
  waveLimit: Settings['registrations.wave_limit'] = 0,
): Promise<TestServer> {
  const server = await startTestServer({ rateLimits: true })
  await server.set('registrations.mode', 'open')
  await server.set('registrations.wave_limit', waveLimit)
  return server
}

let people = 0
interface How {
  invited?: { approves: boolean }
  /** ms that it takes longer, so that others come meanwhile */
  pause?: number
}

/** Signs somebody up from an address. @returns what they wait for, or the status of the refusal */
async function join({ app }: TestServer, ip: string, { invited, pause = 0 }: How = {}) {
  const username = `person${++people}`
  const person = { username, email: `${username}@example.org`, password: 'correct horse battery' }
  const more = { agreement: true, reason: 'birds', dateOfBirth: '', locale: 'en', timeZone: null }
  const input = { ...person, ...more, ip, applicationId: null, ...(invited && { invited }) }
  try {
    const user = await signUp(app, input, async (_tx, made) => {
      if (pause > 0) await setTimeout(pause)
      return made
    })
    return user.waitsFor
  } catch (error) {
    return (error as { statusCode: number }).statusCode
  }
}

async function joinMany(server: TestServer, ips: readonly string[]) {
  const results: unknown[] = []
  for (const ip of ips) results.push(await join(server, ip))
  return results
}

test('A55: so many sign up from one address within a day, and no more', async () => {
  await using server = await openServer()
  const { most } = ADMITTED.address
  const fill = await joinMany(server, Array<string>(most).fill('192.0.2.1'))
  assert.ok(fill.every((result) => result === null))

  assert.equal(await join(server, '192.0.2.1'), 429)
  assert.equal(await join(server, '192.0.2.2'), null)
  server.clock.now += 24 * HOUR
  assert.equal(await join(server, '192.0.2.1'), null)
})

test('A55: addresses of one /64 are one address', async () => {
  await using server = await openServer()
  const { most } = ADMITTED.address
  await joinMany(
    server,
    Array.from({ length: most }, (_, at) => `2001:db8:1:2::${at.toString(16)}`),
  )

  assert.equal(await join(server, '2001:db8:1:2:ffff::1'), 429)
  assert.equal(await join(server, '2001:db8:1:3::1'), null)
})

test('A55: so many sign up from one network within a day, whatever their addresses', async () => {
  await using server = await openServer()
  const { most } = ADMITTED.network
  await joinMany(
    server,
    Array.from({ length: most }, (_, at) => `192.0.2.${at}`),
  )

  assert.equal(await join(server, '192.0.2.250'), 429)
  assert.equal(await join(server, '192.0.3.1'), null)
})

test('A55: at once no more find room than one after the other', async () => {
  await using server = await openServer()
  const { most } = ADMITTED.address
  await joinMany(server, Array<string>(most - 2).fill('192.0.2.1'))

  const results = await Promise.all(
    Array.from({ length: 20 }, () => join(server, '192.0.2.1', { pause: 200 })),
  )

  assert.equal(results.filter((result) => result === null).length, 2)
  assert.equal(results.filter((result) => result === 429).length, 18)
})

test('A55: in a wave who signs up waits for approval, and the staff is told once', async () => {
  await using server = await openServer(5)
  const staff = await signUpStaff(server, 'staff', ['manageUsers', 'viewAuditLog'])
  const address = () => `198.51.${people % 250}.1`
  const calm = []
  for (let at = 0; at < 5; at++) calm.push(await join(server, address()))
  assert.deepEqual(calm, Array<null>(5).fill(null))

  const held = []
  for (let at = 0; at < 4; at++) held.push(await join(server, address()))
  await server.settle()

  assert.deepEqual(held, Array<string>(4).fill('approval'))
  const told = () => server.mails.filter(({ to }) => to === staff.email)
  assert.equal(told().length, 1)
  assert.match(told()[0]!.subject, /Many people sign up/)
  const pending = (await staff.get('/api/v1/admin/accounts?pending=1')).json()
  assert.equal(pending.length, 4)
  const [kept] = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.deepEqual([kept.account, kept.action, kept.details], [null, 'hold_sign_ups', { limit: 5 }])

  assert.equal(await join(server, address(), { invited: { approves: true } }), null)
  server.clock.now += HOUR + 1
  assert.equal(await join(server, address()), null)
  await server.settle()
  assert.equal(told().length, 1)
})

test('A55: without a limit there is no wave', async () => {
  await using server = await openServer(0)

  const results = await joinMany(
    server,
    Array.from({ length: 8 }, (_, at) => `203.0.${at}.1`),
  )

  assert.deepEqual(results, Array<null>(8).fill(null))
})
