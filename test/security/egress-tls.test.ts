import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import {
  getCACertificates,
  type SecureVersion,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { KEPT_OPEN } from '../support/in-time.ts'
import { CERTIFICATES } from '../support/tls-certificates.ts'
import { egress, failedFor, LIMITS, serve } from './loopback.ts'

const VERSIONS: readonly SecureVersion[] = ['TLSv1.2', 'TLSv1.3']

const trusted = getCACertificates('default')
const ours = Object.values(CERTIFICATES).map(({ cert }) => cert)

const answerOnce: RequestListener = (_request, response) => {
  response.writeHead(200, { connection: 'close' }).end('hello')
}

/**
 * An HTTPS server that tells which connections took up a session; by default each ends after its reply. This process
 * trusts it, and no longer than that: tests of other files run in it, too.
 */
async function serveTls(
  name: keyof typeof CERTIFICATES,
  maxVersion: SecureVersion,
  listener = answerOnce,
) {
  setDefaultCACertificates([...trusted, ...ours])
  const resumed: boolean[] = []
  const server = createServer(
    { ...CERTIFICATES[name], maxVersion, keepAliveTimeout: KEPT_OPEN },
    listener,
  )
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    resumed,
    /** as a server of this name, whatever its certificate says */
    urlAs: (host: string) => `https://${host}:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      setDefaultCACertificates(trusted)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const out = () => egress({ resolve: async () => [{ address: '127.0.0.1', ttl: 60 }] })

/** Nobody holds a session only because nothing was collected since. */
async function collectGarbage(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

test('a further connection to a host takes up the TLS session of the last one', async () => {
  for (const version of VERSIONS) {
    await using server = await serveTls('social.example', version)
    await using egress = out()
    for (let at = 0; at < 3; at++) {
      await egress.fetch({ url: server.urlAs('social.example'), ...LIMITS })
      await collectGarbage()
    }
    assert.deepEqual(server.resumed, [false, true, true], version)
  }
})

test('a kept TLS connection that the other side ends when it is used again is replaced by a new one', async () => {
  for (const version of VERSIONS) {
    let requests = 0
    await using server = await serveTls('social.example', version, (request, response) => {
      if (++requests === 2) request.socket.end()
      else response.end('hello')
    })
    await using egress = out()
    const ask = () => egress.fetch({ url: server.urlAs('social.example'), ...LIMITS })
    await ask()
    await new Promise((resolve) => setTimeout(resolve, 20))

    assert.equal((await ask()).body.toString(), 'hello', version)

    assert.deepEqual([requests, server.resumed], [3, [false, true]], version)
  }
})

test('a certificate of another name is refused, and no session of its server is ever taken up', async () => {
  for (const version of VERSIONS) {
    await using server = await serveTls('elsewhere.example', version)
    await using egress = out()
    for (let at = 0; at < 3; at++) {
      const url = server.urlAs('social.example')
      await assert.rejects(egress.fetch({ url, ...LIMITS }), failedFor('tls'), version)
    }
    await egress.fetch({ url: server.urlAs('elsewhere.example'), ...LIMITS })
    await assert.rejects(
      egress.fetch({ url: server.urlAs('social.example'), ...LIMITS }),
      failedFor('tls'),
    )
    assert.ok(!server.resumed.includes(true), version)
  }
})

test('what is wrong with an encrypted connection is said', async () => {
  await using server = await serveTls('elsewhere.example', 'TLSv1.3')
  await using plain = await serve((_request, response) => response.end())
  await using egress = out()
  await assert.rejects(egress.fetch({ url: server.urlAs('social.example'), ...LIMITS }), {
    message: 'The certificate of social.example cannot be trusted',
  })
  const url = `https://social.example:${plain.port}/`
  await assert.rejects(egress.fetch({ url, ...LIMITS }), {
    message: 'social.example and this server agree on no encryption',
  })
})
