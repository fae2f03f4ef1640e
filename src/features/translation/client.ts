import type { TranslationConfig } from '../../kernel/base/config.ts'
import { Unreachable } from '../../kernel/base/errors.ts'
import { parseForeignJson } from '../../kernel/text/storable.ts'

/** ms for the whole request: models on a small machine are slow */
const TIMEOUT = 20_000
const MAX_BYTES = 2 * 1024 * 1024

export interface BackendCall {
  path: string
  /** status with which the backend reports an exhausted quota */
  quotaStatus: number
  headers?: Record<string, string>
  /** sent as JSON by POST; without it the request is a GET */
  body?: object
}

/**
 * Sends a request to the operator's backend, which may be in the private network; its URL comes
 * only from the operator.
 * @throws Unreachable if the answer is invalid, or the quota is exhausted
 */
export async function callBackend(config: TranslationConfig, call: BackendCall): Promise<unknown> {
  const { status, text } = await send(config, call)
  if (status === call.quotaStatus) {
    throw new Unreachable(
      'The server-wide usage quota for the translation service has been exceeded.',
    )
  }
  if (status === 429) {
    throw new Unreachable('There have been too many requests to the translation service recently.')
  }
  if (status < 200 || status > 299) throw unavailable(new Error(`it answered ${status}`))
  try {
    return parseForeignJson(text)
  } catch (error) {
    throw unavailable(error)
  }
}

async function send(
  config: TranslationConfig,
  { path, headers, body }: Omit<BackendCall, 'quotaStatus'>,
) {
  // loaded at its first use, as most servers have no backend
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

/** @param cause for the log, may contain the backend's URL; the client gets only the message */
export function unavailable(cause: unknown): Unreachable {
  return new Unreachable('The translation service is not available now', { cause })
}
