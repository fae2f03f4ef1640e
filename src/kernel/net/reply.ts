import { pipeline } from 'node:stream/promises'
import { asEgressError, EgressFailed } from './errors.ts'
import type { EgressRequest, Sink } from './exchange.ts'
import { isAccepted } from './headers.ts'
import { type BodyLimits, checkDeclaredSize, decodedBody, readBody } from './read-body.ts'
import type { Reply } from './request.ts'

const MAX_ERROR_BYTES = 16 * 1024

/** @throws EgressFailed for a successful response of another type or size; its body is not read further */
function checkReply(reply: Reply, request: EgressRequest): BodyLimits {
  const { head, host } = reply
  const limits = { maxBytes: request.maxBytes, host }
  try {
    if (request.accept !== undefined && !isAccepted(head.contentType, request.accept)) {
      throw new EgressFailed('content_type', `${host} sent something else than what was asked for`)
    }
    if (request.method !== 'HEAD') checkDeclaredSize(reply.declaredLength, limits)
  } catch (error) {
    reply.body.on('error', () => {}).destroy()
    throw error
  }
  return limits
}

/** @returns the whole body of a success, the beginning of an error's body */
export async function readAll(reply: Reply, request: EgressRequest): Promise<Buffer> {
  if (!isSuccess(reply.head.status)) return readErrorBody(reply)
  const chunks: Buffer[] = []
  try {
    await readBody(reply.body, reply.encoding, checkReply(reply, request), chunks)
  } catch (error) {
    throw asEgressError(error, reply.host)
  }
  return Buffer.concat(chunks)
}

/** The beginning is enough to show the error; a truncated body does not hide the status. */
async function readErrorBody(reply: Reply): Promise<Buffer> {
  const chunks: Buffer[] = []
  const limits = { maxBytes: MAX_ERROR_BYTES, host: reply.host }
  try {
    await readBody(reply.body, reply.encoding, limits, chunks)
  } catch (error) {
    const { reason } = asEgressError(error, reply.host)
    if (reason === 'timeout' || reason === 'aborted') throw error
  }
  return Buffer.concat(chunks)
}

/** @returns the bytes passed to the sink; none of an error's body */
export async function handOver(
  reply: Reply,
  request: EgressRequest,
  sink: Sink,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0
  async function* counted() {
    if (!isSuccess(reply.head.status)) {
      await readErrorBody(reply)
      return
    }
    const limits = checkReply(reply, request)
    for await (const chunk of decodedBody(reply.body, reply.encoding, limits)) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    if (typeof sink === 'function') for await (const chunk of counted()) await sink(chunk)
    else await pipeline(counted, sink, { signal })
  } catch (error) {
    throw asEgressError(error, reply.host)
  }
  return bytes
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
