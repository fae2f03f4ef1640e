import { once } from 'node:events'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../../src/kernel/acme/certificates.ts'
import type { Pebble } from './pebble.ts'

export interface ProxiedRequest {
  path: string
  /** of the signed request; null: it has none */
  payload: Record<string, unknown> | null
}

export interface ProxiedAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** @returns what the authority answers instead; undefined: as it does */
export type Meddle = (
  request: ProxiedRequest,
  answer: () => Promise<ProxiedAnswer>,
) => Partial<ProxiedAnswer> | undefined | Promise<Partial<ProxiedAnswer> | undefined>

/** Stands before an authority, and answers for it where a test wants that. */
export interface AcmeProxy extends AsyncDisposable {
  readonly directory: string
  readonly ca: string
  meddle: Meddle
  /** paths in the order in which they were asked for */
  readonly asked: ProxiedRequest[]
}

export async function startAcmeProxy(pebble: Pebble): Promise<AcmeProxy> {
  const target = new URL(pebble.directory)
  const asked: ProxiedRequest[] = []
  const shown = selfSigned('localhost', { from: Date.now() - 60_000, days: 1 })
  const server = createServer(shown, async (given, response) => {
    const body = Buffer.concat(await Array.fromAsync(given))
    const one = { path: given.url ?? '', payload: payloadIn(body) }
    asked.push(one)
    const pass = (): Promise<ProxiedAnswer> => {
      const { promise, resolve, reject } = Promise.withResolvers<ProxiedAnswer>()
      const { method, headers, url: path } = given
      // the host stays, as the authority makes its addresses of it
      const options = { host: '127.0.0.1', port: target.port, path, method, headers, ca: pebble.ca }
      const passed = request({ ...options, servername: 'localhost' }, async (answer) => {
        const text = Buffer.concat(await Array.fromAsync(answer)).toString()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      })
      passed.on('error', reject).end(body)
      return promise
    }
    const own = await proxy.meddle(one, pass)
    const { status, headers, text } = { ...(own?.status ? EMPTY : await pass()), ...own }
    const kept = Object.entries(headers).filter(([name]) => !OF_BODY.has(name))
    response.writeHead(status, Object.fromEntries(kept)).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: AcmeProxy = {
    directory: `https://localhost:${port}/dir`,
    ca: shown.cert,
    meddle: () => undefined,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return proxy
}

const EMPTY: ProxiedAnswer = { status: 200, headers: {}, text: '' }
const OF_BODY = new Set(['content-length', 'transfer-encoding', 'connection'])

function payloadIn(body: Buffer): ProxiedRequest['payload'] {
  try {
    const { payload } = JSON.parse(body.toString())
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return null
  }
}
