import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { Agent } from 'undici'
import { freePort } from './free-port.ts'
import { inTime, until } from './in-time.ts'
import { environmentOf, type ServerProcess, startProcess } from './server-process.ts'
import { CERTIFICATES } from './tls-certificates.ts'

export const NAME = 'social.example'

/** A server in a process of its own that ends TLS itself. */
export interface HttpsServer extends AsyncDisposable {
  readonly env: NodeJS.ProcessEnv
  readonly process: ServerProcess
  readonly folder: string
  readonly origin: string
  readonly port: number
  readonly httpPort: number
}

/** @param settings instead of files with a certificate for NAME */
export async function startHttps(
  settings: Record<string, string> = {},
  ...options: string[]
): Promise<HttpsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-https-'))
  const [plain, port, httpPort] = [await freePort(), await freePort(), await freePort()]
  const origin = `https://${NAME}:${port}`
  const env = environmentOf({
    DATA_DIR: join(folder, 'data'),
    PORT: String(plain),
    ORIGIN: origin,
    HTTPS: 'true',
    HTTPS_PORT: String(port),
    HTTP_PORT: String(httpPort),
    LOG_LEVEL: 'info',
    ...(settings.ACME_DIRECTORY === undefined ? await writeFiles(folder, NAME) : {}),
    ...settings,
  })
  const remove = () => rm(folder, { recursive: true, force: true })
  const server = await startProcess(env, ...options)
    .then(greeted)
    .catch(async (error) => {
      await remove()
      throw error
    })
  return {
    ...{ env, process: server, folder, origin },
    port: Number(env.HTTPS_PORT),
    httpPort: Number(env.HTTP_PORT),
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await server.ended
      await remove()
    },
  }
}

/** The plain port answers before the others are listened on. */
async function greeted(server: ServerProcess): Promise<ServerProcess> {
  let over = false
  void server.ended.then(() => {
    over = true
  })
  await until(() => over || /^Rookery.* at https:/m.test(server.told()))
  if (over) throw new Error(`the server has ended: ${JSON.stringify(await server.ended)}`)
  return server
}

/** Writes a certificate and its key. @returns the settings that name them */
export async function writeFiles(folder: string, name: keyof typeof CERTIFICATES) {
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await writeFile(TLS_KEY_FILE, CERTIFICATES[name].key)
  await writeFile(TLS_CERT_FILE, CERTIFICATES[name].cert)
  return { TLS_CERT_FILE, TLS_KEY_FILE }
}

const toLoopback: LookupFunction = (_name, { all }, found) => {
  if (all) found(null, [{ address: '127.0.0.1', family: 4 }])
  else found(null, '127.0.0.1', 4)
}

/** For `fetch` and sockets of undici: every name is this machine. @param ca trusted alone */
export function trusting(ca: string): Agent {
  return new Agent({ connect: { ca, lookup: toLoopback } })
}

export interface TlsReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** One request over a connection of its own. */
export function askTls(
  port: number,
  path: string,
  { ca, method = 'GET', headers = {} }: { ca: string; method?: string; headers?: object },
): Promise<TlsReply> {
  const { promise, resolve, reject } = Promise.withResolvers<TlsReply>()
  const all = { host: `${NAME}:${port}`, ...headers }
  const asked = request(
    { host: '127.0.0.1', port, path, method, headers: all, servername: NAME, ca, agent: false },
    (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
      )
      answer.on('error', reject)
    },
  )
  asked.on('error', reject).end()
  return inTime(promise, 'an answer over TLS')
}

export interface Shown {
  /** hexadecimal */
  serial: string
  subject: string
  protocol: string | false | null
  version: string | null
}

/** The certificate that a server shows, trusted or not. @returns null if there is no connection, or no handshake */
export function shownAt(
  port: number,
  { protocols = ['http/1.1'], name = NAME }: { protocols?: string[]; name?: string } = {},
): Promise<Shown | null> {
  const { promise, resolve } = Promise.withResolvers<Shown | null>()
  const socket = connect(
    {
      ...{ host: '127.0.0.1', port, servername: name, ALPNProtocols: protocols },
      rejectUnauthorized: false,
    },
    () => {
      const certificate = socket.getPeerX509Certificate()
      resolve({
        serial: certificate?.serialNumber ?? '',
        subject: certificate?.subject ?? '',
        protocol: socket.alpnProtocol,
        version: socket.getProtocol(),
      })
      socket.destroy()
    },
  )
  socket.on('error', () => resolve(null))
  socket.on('close', () => resolve(null))
  return inTime(promise, 'a handshake')
}
