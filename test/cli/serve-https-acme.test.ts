import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { askTls, type HttpsServer, shownAt, startHttps } from '../support/https-server.ts'
import { until } from '../support/in-time.ts'
import { Pebble, withoutPebble } from '../support/pebble.ts'
import { startProcess } from '../support/server-process.ts'

/** An authority, and settings of a server that asks it. @param closed the port at which it finds nobody */
async function authorityFor(options: { closed?: 'http' | 'tls'; validity?: number } = {}) {
  const { closed, ...others } = options
  const [HTTP_PORT, HTTPS_PORT] = [await freePort(), await freePort()]
  const pebble = await Pebble.prepare({
    httpPort: closed === 'http' ? await freePort() : HTTP_PORT,
    tlsPort: closed === 'tls' ? await freePort() : HTTPS_PORT,
    refusedNonces: 50,
    ...others,
  })
  const settings = {
    ACME_DIRECTORY: pebble.directory,
    ACME_CA_FILE: pebble.caFile,
    HTTP_PORT: String(HTTP_PORT),
    HTTPS_PORT: String(HTTPS_PORT),
    // as the ports of the web lead here
    ORIGIN: 'https://social.example',
  }
  return { pebble, settings }
}

async function serves({ port }: HttpsServer, pebble: Pebble): Promise<void> {
  await until(async () => (await shownAt(port)) !== null)
  assert.equal((await askTls(port, '/health', { ca: await pebble.root() })).status, 200)
}

// each waits for pauses of the server most of the time
describe('a server that asks an authority', { skip: withoutPebble, concurrency: 2 }, () => {
  test('S-639 the first certificate comes by HTTP-01, and serves on without the authority', async () => {
    const { pebble, settings } = await authorityFor({ closed: 'tls' })
    await using _ = pebble
    await pebble.start()
    await using server = await startHttps(settings)
    await serves(server, pebble)

    const folder = join(server.env.DATA_DIR!, 'tls')
    await until(() => /A new certificate for social\.example is in use/.test(server.process.told()))
    const files = (await readdir(folder)).toSorted()
    assert.deepEqual(files, ['account.json', 'certificate.json'])
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    for (const file of files) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)

    const { serial } = (await shownAt(server.port))!
    await pebble.stop()
    server.process.kill('SIGTERM')
    await server.process.ended
    const again = await startProcess(server.env)
    try {
      await until(() => /Rookery answers at https:\/\/social\.example/.test(again.told()))
      assert.equal((await shownAt(server.port))?.serial, serial)
    } finally {
      again.kill('SIGKILL')
      await again.ended
    }
  })

  test('S-636 before the first certificate people read that it is on its way', async () => {
    const { pebble, settings } = await authorityFor()
    await using _ = pebble
    await using server = await startHttps(settings)
    await until(() =>
      /Rookery will answer at https:\/\/social\.example/.test(server.process.told()),
    )
    const ask = (path: string, language: string) =>
      fetch(`http://127.0.0.1:${server.httpPort}${path}`, {
        headers: { 'accept-language': language },
        redirect: 'manual',
      })

    const page = await ask('/', 'ar')
    assert.equal(page.status, 503)
    assert.equal(page.headers.get('retry-after'), '10')
    assert.equal(page.headers.get('refresh'), '10')
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
    assert.match(await page.text(), /<html lang="ar" dir="rtl">/)
    assert.equal(await shownAt(server.port), null)
    const away = /No new certificate for social\.example: [^:]+: localhost:\d+ does not answer/
    await until(() => away.test(server.process.told()))

    await pebble.start()
    await serves(server, pebble)
    assert.equal((await ask('/', 'ar')).headers.get('location'), 'https://social.example/')
  })

  test('S-639 where HTTP-01 finds nobody, TLS-ALPN-01 follows, in workers too', async () => {
    const { pebble, settings } = await authorityFor({ closed: 'http' })
    await using _ = pebble
    await pebble.start()
    await using server = await startHttps({ ...settings, WORKERS: '2' })
    await serves(server, pebble)

    const notFound =
      /The authority did not find this server under its name: .*connection.*\. [^"]*DNS/
    await until(() => notFound.test(server.process.told()))
    assert.equal(await shownAt(server.port, { protocols: ['acme-tls/1'] }), null)
  })

  test('S-639 a certificate is renewed before it expires, under a running server', async () => {
    const { pebble, settings } = await authorityFor({ validity: 12 })
    await using _ = pebble
    await pebble.start()
    await using server = await startHttps(settings)
    await until(async () => (await shownAt(server.port)) !== null)
    const { serial } = (await shownAt(server.port))!

    await until(async () => (await shownAt(server.port))?.serial !== serial)

    const ca = await pebble.root()
    // on a machine that stands still any of them may be over before it is looked at
    await until(() =>
      askTls(server.port, '/health', { ca }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
  })
})
