import { Agent } from 'undici'
import { SECOND } from '../base/durations.ts'
import { AuthorityAway, AuthorityProblem } from './problem.ts'

const TIMEOUT = 20 * SECOND
/** bytes: a chain of certificates has some 5 kB */
const LARGEST = 256 * 1024

export interface AuthorityAnswer {
  status: number
  text: string
  /** lower-case name */
  header(name: string): string | null
}

/** Bounded requests to the authority, which the operator has named, and to no other server. */
export interface Transport extends AsyncDisposable {
  /** address of the directory */
  readonly directory: string
  /** @throws AuthorityAway; AuthorityProblem for an address that is not the authority's own */
  send(method: 'GET' | 'HEAD' | 'POST', url: string, body?: string): Promise<AuthorityAnswer>
  /** ms that the authority's clock was before ours at its last answer; null: unknown */
  readonly ahead: number | null
}

export interface TransportOptions {
  directory: string
  /** PEM of certificates that the authority's server is checked against; null: the usual ones */
  ca: string | null
  userAgent: string
  /** ms since 1970 */
  clock: () => number
}

export function createTransport({ directory, ca, userAgent, clock }: TransportOptions): Transport {
  const { origin, host } = new URL(directory)
  const agent = new Agent({
    connect: { timeout: TIMEOUT, ...(ca === null ? {} : { ca }) },
    connections: 2,
    allowH2: false,
  })
  let ahead: number | null = null
  return {
    directory,
    get ahead() {
      return ahead
    },
    async send(method, url, body) {
      const target = URL.parse(url)
      if (target?.origin !== origin) {
        throw new AuthorityProblem('malformed', `${host} names an address of another server`)
      }
      try {
        const {
          statusCode,
          headers,
          body: answer,
        } = await agent.request({
          ...{ origin, path: target.pathname + target.search, method },
          headers: {
            'user-agent': userAgent,
            ...(body === undefined ? {} : { 'content-type': 'application/jose+json' }),
          },
          body: body ?? null,
          signal: AbortSignal.timeout(TIMEOUT),
        })
        const text = await readText(answer)
        const header = (name: string) => [headers[name] ?? []].flat()[0] ?? null
        const theirs = Date.parse(header('date') ?? '')
        ahead = Number.isNaN(theirs) ? null : theirs - clock()
        return { status: statusCode, text, header }
      } catch (cause) {
        throw new AuthorityAway(`${host} does not answer: ${reasonOf(cause)}`, { cause })
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > LARGEST) throw new Error('its answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Without the advice that Node gives whoever starts it by hand; the setting that counts here is ACME_CA_FILE. */
function reasonOf(error: unknown): string {
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: Error[] }
  const text = message || errors?.[0]?.message || code || 'no reason'
  return text.split('\n', 1)[0]!.replace(/; if the root CA is installed locally, try .*$/, '')
}
