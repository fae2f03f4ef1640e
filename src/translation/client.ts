import type { TranslationConfig } from '../config.ts'
import { Unreachable } from '../errors.ts'

/** ms for everything: models on a small machine are slow */
const TIMEOUT = 20_000
const MAX_BYTES = 2 * 1024 * 1024

export interface BackendCall {
  path: string
  /** status by which the backend says that a plan or key may do no more */
  quotaStatus: number
  headers?: Record<string, string>
  /** sent as JSON by POST; without one it is a GET */
  body?: object
}

/**
 * Asks the server that the operator named; it may be in the private network, and nobody else names it.
 * @throws Unreachable if it does not answer as it should, or gives no more for now
 */
export async function callBackend(config: TranslationConfig, call: BackendCall): Promise<unknown> {
  const { status, text } = await send(config, call)
  if (status === call.quotaStatus) {
    throw new Unreachable('The translation quota of this server is used up')
  }
  if (status === 429) {
    throw new Unreachable('Too many translations were asked for; please try again later')
  }
  if (status < 200 || status > 299) throw unavailable(new Error(`it answered ${status}`))
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unavailable(error)
  }
}

async function send(
  config: TranslationConfig,
  { path, headers, body }: Omit<BackendCall, 'quotaStatus'>,
) {
  // loaded at its first use, as most servers have no such backend
  const { request } = await import('undici')
  try {
    const reply = await request(`${config.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of reply.body) {
      size += chunk.length
      if (size > MAX_BYTES) throw new Error('it sends too much')
      chunks.push(chunk)
    }
    return { status: reply.statusCode, text: Buffer.concat(chunks).toString('utf8') }
  } catch (error) {
    throw unavailable(error)
  }
}

/** @param cause goes to the log, where it may name the backend's address; the client reads the message */
export function unavailable(cause: unknown): Unreachable {
  return new Unreachable('The translation service is not available now', { cause })
}
