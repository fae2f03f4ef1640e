import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import type { S3Config } from '../../base/s3-config.ts'
import { type Answer, isPassing, refused, S3Failure, unreachable } from './failure.ts'
import { sha256, sign } from './sign.ts'

const CONNECTIONS = 64
const ATTEMPTS = 4
/** ms before the second attempt; then three times as long each, less a random part */
const FIRST_PAUSE = 250
/** ms after which no further attempt begins */
const PATIENCE = 15_000
const CONNECT_TIMEOUT = 5_000
/** ms for a request and its answer without a file in either */
const SHORT_TIMEOUT = 10_000
/** ms for a copy, a completed upload or the removal of many files, and at most for a file that is sent */
const LONG_TIMEOUT = 60_000
/** bytes a second at which a file is sent in time */
const SLOWEST = 200_000
/** ms between two bytes that arrive */
const SILENCE = 30_000
const ERROR = /^\s*(<\?xml[^>]*>\s*)?<Error[\s>]/
const MAX_ANSWER = 8 * 1024 * 1024

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** without the prefix of the storage; empty: the bucket itself */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** default: all of 200 to 299; what others mean is up to the caller then */
  accept?: readonly number[]
  /** default: several, in case of failures that pass */
  attempts?: number
}

export type S3Body = Dispatcher.ResponseData['body']

/** Signed requests to one bucket, each tried several times. */
export interface S3Client {
  readonly config: S3Config
  /** Sends a request and reads its answer, which is text. @throws S3Failure */
  send(request: S3Request): Promise<Answer>
  /** Begins to read a file; the caller reads the body or destroys it. @throws S3Failure */
  read(request: S3Request): Promise<{ status: number; headers: Answer['headers']; body: S3Body }>
}

/** Makes no connection yet. */
export function createS3Client(config: S3Config, clock: () => number = Date.now): S3Client {
  const pool = new Pool(new URL(baseOf(config)).origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT },
    allowH2: false,
    headersTimeout: LONG_TIMEOUT,
    bodyTimeout: SILENCE,
  })

  const dispatch = async (request: S3Request, signal: AbortSignal) => {
    const url = urlOf(config, request)
    const { method, body = '', headers = {} } = request
    const signable = { method, url, headers, bodyHash: sha256(body) }
    return await pool.request({
      method,
      path: url.pathname + url.search,
      headers: sign(signable, config, clock()),
      body: body.length === 0 && method !== 'PUT' ? null : body,
      signal,
    })
  }

  const send = (request: S3Request) =>
    retrying(config, request, async () => {
      const signal = AbortSignal.timeout(timeoutOf(request))
      const { statusCode, headers, body } = await dispatch(request, signal)
      const answer = { status: statusCode, headers, text: await readText(body) }
      if (!isAccepted(request, answer)) throw refused(config, nameOf(request), answer, clock())
      return answer
    })

  const read = (request: S3Request) =>
    retrying(config, request, async () => {
      const { statusCode, headers, body } = await beforeSilence((signal) =>
        dispatch(request, signal),
      )
      if (isAccepted(request, { status: statusCode, text: '' })) {
        return { status: statusCode, headers, body }
      }
      const answer = { status: statusCode, headers, text: await readText(body) }
      throw refused(config, nameOf(request), answer, clock())
    })

  return { config, send, read }
}

async function retrying<T>(
  config: S3Config,
  request: S3Request,
  attempt: () => Promise<T>,
): Promise<T> {
  const { attempts = ATTEMPTS } = request
  const end = performance.now() + PATIENCE
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const failure =
        error instanceof S3Failure ? error : unreachable(config, nameOf(request), error)
      if (count >= attempts || !isPassing(failure) || performance.now() > end) throw failure
      await sleep(FIRST_PAUSE * 3 ** (count - 1) * (0.5 + Math.random() / 2))
    }
  }
}

/** Gives an answer up that does not begin in time; reading it may take longer. */
async function beforeSilence<T>(answer: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const waiting = new AbortController()
  const silence = AbortSignal.timeout(SHORT_TIMEOUT)
  const giveUp = () => waiting.abort(silence.reason)
  silence.addEventListener('abort', giveUp)
  try {
    return await answer(waiting.signal)
  } finally {
    silence.removeEventListener('abort', giveUp)
  }
}

/** Copies and completed uploads may fail after the status was sent: an error is in the body then. */
function isAccepted({ accept }: S3Request, { status, text }: Pick<Answer, 'status' | 'text'>) {
  if (accept?.includes(status)) return true
  return status >= 200 && status <= 299 && !ERROR.test(text)
}

/** A store that says nothing is given up soon, so that a small upload does not wait for it as long as a large one. */
function timeoutOf({ method, body = '', headers, query }: S3Request): number {
  const isCopy = headers !== undefined && 'x-amz-copy-source' in headers
  if (isCopy || (method === 'POST' && (query?.uploadId || body.length > 100_000))) {
    return LONG_TIMEOUT
  }
  return Math.min(LONG_TIMEOUT, SHORT_TIMEOUT + Math.ceil((body.length / SLOWEST) * 1000))
}

async function readText(body: S3Body): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Where paths of the bucket's files begin, or of the bucket's name; what some stores have there before is signed, too. */
function baseOf({ endpoint, bucket, pathStyle }: S3Config): string {
  return pathStyle ? endpoint : endpoint.replace('://', `://${bucket}.`)
}

function urlOf(config: S3Config, { key, query = {} }: S3Request): URL {
  const object = key === undefined ? '' : config.prefix + key
  const path = config.pathStyle ? `/${config.bucket}/${object}` : `/${object}`
  const url = new URL((baseOf(config) + path).replace(/\/$/, ''))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Names a request in a message; without the key of a file, which may be private. */
function nameOf({ method, key, query = {} }: S3Request): string {
  const [part] = Object.keys(query)
  if (key === undefined) return `${method} of the bucket${part === undefined ? '' : ` (${part})`}`
  return `${method} of a file`
}
