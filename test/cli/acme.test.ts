import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ChallengeTokens } from '../../src/app/https/challenge-tokens.ts'
import { createPlainListener } from '../../src/app/https/plain-listener.ts'
import { certificateId } from '../../src/kernel/acme/certificate-id.ts'
import { selfSigned } from '../../src/kernel/acme/certificates.ts'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
import { render } from '../../src/kernel/base/translatable-text.ts'
import { type AcmeProxy, type Meddle, startAcmeProxy } from '../support/acme-proxy.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/in-time.ts'
import { type KeptCertificate, keepForTest } from '../support/kept-certificate.ts'
import { Pebble, withoutPebble } from '../support/pebble.ts'

const tokens: ChallengeTokens = new Map()
const open = new AsyncDisposableStack()
let pebble: Pebble
/** gives certificates that are valid for three months */
let lasting: Pebble

/** A certificate that is kept from an authority which this test meddles with. */
async function keep(meddle: Meddle = () => undefined, authority = pebble) {
  const opened = new AsyncDisposableStack()
  const proxy = opened.use(await startAcmeProxy(authority))
  proxy.meddle = meddle
  const { directory, ca } = proxy
  const kept = opened.use(await keepForTest({ directory, ca, tokens }))
  return { proxy, kept, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const ordersOf = ({ asked }: AcmeProxy) => asked.filter(({ path }) => path.startsWith('/order-plz'))
const hasLine = ({ lines }: KeptCertificate, pattern: RegExp) =>
  until(() => lines.some((line) => pattern.test(line)))

describe('a certificate of an authority', { skip: withoutPebble }, () => {
  before(async () => {
    const httpPort = await freePort()
    const validity = DAY / 1000
    pebble = open.use(await Pebble.start({ httpPort, tlsPort: await freePort(), validity }))
    const months = { httpPort, tlsPort: await freePort(), validity: (90 * DAY) / 1000 }
    lasting = open.use(await Pebble.start(months))
    const origin = 'https://social.example'
    const plain = createPlainListener({
      host: '127.0.0.1',
      port: httpPort,
      origin,
      tokens,
      isServed: () => true,
    })
    await plain.listen()
    open.defer(() => plain.stop())
  })
  after(() => open.disposeAsync())

  test('S-639 it is renewed after two thirds of its life, and answers leave with the challenge', async () => {
    await using running = await keep()
    const { kept } = running
    const began = kept.clock()
    await until(() => kept.shown.length >= 2)

    assert.notEqual(certificateId(kept.shown[0]!), certificateId(kept.shown[1]!))
    assert.ok(kept.clock() - began >= 15 * HOUR)
    await until(async () => tokens.size === 0 && (await kept.store.read('order')) === null)
  })

  test('S-639 it is renewed when the authority suggests, which hears what it replaces', async () => {
    const started = Date.now()
    const time = (hours: number) => new Date(started + hours * HOUR).toISOString()
    await using running = await keep(async ({ path }, answer) => {
      if (path.startsWith('/ari/')) {
        const suggestedWindow = { start: time(5), end: time(6) }
        return {
          status: 200,
          headers: { 'retry-after': '3600' },
          text: JSON.stringify({ suggestedWindow }),
        }
      }
      if (path !== '/dir') return undefined
      const { text, ...rest } = await answer()
      const directory = JSON.parse(text)
      const renewalInfo = directory.newOrder.replace('order-plz', 'ari')
      return { ...rest, text: JSON.stringify({ ...directory, renewalInfo }) }
    })
    const { kept, proxy } = running
    await until(() => kept.shown.length >= 2)

    const [first, second] = ordersOf(proxy)
    assert.equal(first?.payload?.replaces, undefined)
    assert.equal(second?.payload?.replaces, certificateId(kept.shown[0]!))
    assert.ok(kept.clock() - started < 15 * HOUR)
    assert.ok(proxy.asked.some(({ path }) => path === `/ari/${certificateId(kept.shown[0]!)}`))
  })

  test('S-639 an authority that has given too many is asked again when it says', async () => {
    let refusals = 0
    await using running = await keep(({ path }) => {
      if (!path.startsWith('/order-plz') || refusals++ > 0) return undefined
      const type = 'urn:ietf:params:acme:error:rateLimited'
      const text = JSON.stringify({ type, detail: 'too many certificates' })
      return { status: 429, headers: { 'retry-after': '7200' }, text }
    })
    const { kept } = running
    const began = kept.clock()
    await until(() => kept.shown.length === 1)

    assert.match(
      kept.lines[0]!,
      /^error No new certificate for social\.example: The authority takes no more requests for now: too many certificates \(rateLimited\)\. The next try is at \d{4}-/,
    )
    assert.ok(kept.clock() - began >= 2 * HOUR)
  })

  test('S-639 an authority that is away for a day is named, and asked until it is back', async () => {
    let isAway = true
    await using running = await keep(() => (isAway ? { status: 503, text: 'busy' } : undefined))
    const { kept } = running
    const began = kept.clock()
    await hasLine(
      kept,
      /^error No new .* answers with 503\. Look whether this machine reaches localhost:\d+.*\. Tries have failed since \d{4}-/,
    )
    await until(() => kept.told.length > 0)

    const [{ at, isUrgent, validUntil }] = kept.told as [(typeof kept.told)[number]]
    assert.ok(at - began >= DAY)
    assert.deepEqual({ isUrgent, validUntil }, { isUrgent: false, validUntil: null })
    isAway = false
    await until(() => kept.shown.length === 1)
    await until(async () => (await kept.store.read('failures')) === null)
  })

  test('S-639 an authority that this machine does not know is named with the setting for it', async () => {
    const { directory } = pebble
    await using kept = await keepForTest({ directory, ca: null, tokens })

    await hasLine(
      kept,
      /^error No new .* This machine does not know who signed the certificate of .*ACME_CA_FILE/,
    )
    assert.ok(!kept.lines.some((line) => line.includes('--use-system-ca')), 'advice of Node')
  })

  test('S-737 what answers at ACME_DIRECTORY and is no directory is a matter of that setting', async () => {
    for (const answer of [
      { status: 404, text: 'no such page' },
      { status: 301, text: '' },
      { status: 200, text: '<html>Welcome</html>' },
      { status: 200, text: '{"welcome":true}' },
    ]) {
      await using running = await keep(() => answer)
      await hasLine(
        running.kept,
        /^error No new .* gives no usable answer: [^.]* (answers with|without) .*\. Do what it says, and check ACME_DIRECTORY/,
      )
      assert.ok(!running.kept.lines.some((line) => line.includes('Look whether')))
    }
    await using busy = await keep(() => ({ status: 429, text: 'busy' }))
    await hasLine(busy.kept, / answers with 429\. Look whether this machine reaches /)
  })

  test('S-703 after a day of failures, also over restarts, the staff is told once until it works again', async () => {
    await using running = await keep(undefined, lasting)
    const { kept: first, proxy } = running
    await until(() => first.shown.length === 1)
    first.move(59 * DAY)
    const isAway: Meddle = () => ({ status: 503, text: 'busy' })
    const failures = () => first.store.read('failures')
    const stopped = Promise.withResolvers<void>()
    // after its first failure it hears no more: in the time of a few waits its clock passes a day
    proxy.meddle = async (...asked) => {
      if ((await failures()) !== null) await stopped.promise
      return isAway(...asked)
    }
    await until(async () => (await failures()) !== null)
    const { since } = (await failures())!
    await first.stop()
    assert.deepEqual(first.told, [])
    proxy.meddle = isAway
    stopped.resolve()

    const { directory, ca } = proxy
    await using second = await keepForTest({ directory, ca, tokens, before: first })
    second.move(DAY - HOUR)
    await until(() => second.told.length === 1)
    const [trouble] = second.told
    assert.equal(trouble!.since, since)
    assert.ok(trouble!.at - since >= DAY)
    assert.equal(trouble!.isUrgent, false)
    assert.ok(trouble!.validUntil! > trouble!.at + 7 * DAY)
    assert.match(render(trouble!.reason), /^The authority gives no usable answer: .* with 503$/)
    assert.match(render(trouble!.advice[0]!), /^Look whether this machine reaches localhost:\d+/)
    const lines = second.lines.length
    second.move(2 * DAY)
    await until(() => second.lines.length > lines + 2)
    assert.equal(second.told.length, 1)

    proxy.meddle = () => undefined
    await until(() => second.shown.length === 2)
    await until(async () => (await second.store.read('failures')) === null)
    second.move(59 * DAY)
    proxy.meddle = isAway
    await until(() => second.told.length === 2)
    assert.ok(second.told[1]!.since > trouble!.at)
  })

  test('S-703 where nothing can be stored, there is one mail all the same', async () => {
    await using running = await keep(() => ({ status: 503, text: 'busy' }))
    const { kept } = running
    kept.store.write = async () => {
      throw new Error('ENOSPC')
    }
    await until(() => kept.told.length === 1)

    const lines = kept.lines.length
    await until(() => kept.lines.length > lines + 3)
    assert.equal(kept.told.length, 1)
  })

  test('S-677 the staff is told once a day that the certificate in use expires and no new one comes', async () => {
    await using running = await keep()
    const { kept, proxy } = running
    await until(() => kept.shown.length === 1)
    const began = kept.clock()
    proxy.meddle = () => ({ status: 503, text: 'busy' })
    const urged = () => kept.told.filter(({ isUrgent }) => isUrgent)
    await until(() => urged().length === 2)

    const [first, second] = urged()
    assert.match(render(first!.reason), / answers with 503$/)
    // of a day, the last sixth
    assert.ok(first!.at - began > 19 * HOUR, 'not by the first failures')
    assert.ok(second!.at - first!.at >= DAY)
    assert.ok(kept.lines.some((line) => line.startsWith('warn No new')))
    proxy.meddle = () => undefined
    await until(() => kept.shown.length === 2)
  })

  test('S-639 a refused name is one line with what DNS says, and the order is over', async () => {
    await using running = await keep()
    const { kept, proxy } = running
    // whoever answers for the name, it is not this server
    proxy.meddle = ({ path }) => {
      if (path.startsWith('/chalZ/')) tokens.clear()
      return undefined
    }
    await hasLine(
      kept,
      /^error No new .*\(unauthorized\)\. In DNS social\.example leads to 192\.0\.2\.1, and this machine has only 10\.0\.0\.7; let the router .*\. The next try/,
    )
    await until(async () => (await kept.store.read('order')) === null)

    proxy.meddle = () => undefined
    await until(() => kept.shown.length === 1)
  })

  test('S-639 an order that broke off is gone on with, with the same key', async () => {
    const keys: (string | undefined)[] = []
    await using running = await keep(async ({ path }) => {
      if (!path.startsWith('/certZ/') || keys.length > 0) return undefined
      keys.push((await running.kept.store.read('order'))?.key)
      return { status: 500, text: 'out of order' }
    })
    const { kept, proxy } = running
    await until(() => kept.shown.length === 1)

    assert.match(kept.lines[0]!, /^error No new .* answers with 500/)
    assert.equal(ordersOf(proxy).length, 1)
    assert.equal((await kept.store.read('certificate'))?.key, keys[0])
  })

  test('A107 an authority leads nowhere else, and cannot fill the memory or give what is not asked for', async () => {
    const large = { status: 200, headers: {}, text: 'x'.repeat(300_000) }
    await using running = await keep(({ path }) => (path === '/dir' ? large : undefined))
    const { kept, proxy } = running
    await hasLine(kept, /localhost:\d+ does not answer: its answer is too large/)

    proxy.meddle = async ({ path }, answer) => {
      if (!path.startsWith('/order-plz')) return undefined
      const given = await answer()
      return given.status === 201
        ? { ...given, headers: { ...given.headers, location: 'https://127.0.0.1:1/order' } }
        : given
    }
    await hasLine(kept, /localhost:\d+ names an address of another server/)

    const foreign = selfSigned('social.example', { from: Date.now(), days: 1 }).cert
    proxy.meddle = async ({ path }, answer) =>
      path.startsWith('/certZ/') ? { ...(await answer()), status: 200, text: foreign } : undefined
    await hasLine(kept, /sends a certificate for another name or key/)
    assert.deepEqual(kept.shown, [])
  })

  test('S-639 a clock that is far ahead brings no new certificate at once, again and again', async () => {
    await using running = await keep()
    const { kept, proxy } = running
    kept.move(20 * HOUR)
    await until(() => kept.shown.length >= 3)

    assert.ok(kept.ahead() >= 20 * HOUR + 2 * 2.4 * HOUR - 60_000)
    assert.ok(ordersOf(proxy).length >= 3)
  })

  test('S-639 a clock that is wrong is named', async () => {
    await using running = await keep(() => ({
      status: 503,
      text: '',
      headers: { date: new Date(Date.now() + 9 * HOUR).toUTCString() },
    }))

    await hasLine(
      running.kept,
      /The clock of this machine is \d+ minutes behind the authority's: set it/,
    )
  })
})
