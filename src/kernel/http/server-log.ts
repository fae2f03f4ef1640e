import type { Socket } from 'node:net'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Log entries of Fastify itself: only failures that no handler sees, by ids. Never an address or a query string,
 * as these may contain tokens.
 */
export class QuietLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override routeNotFound(): void {}

  override streamError(err: Error, request: FastifyRequest, reply: FastifyReply): void {
    if ((err as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
    reply.log.warn({ requestId: request.id, err }, 'a reply broke off')
  }

  override writeHeadError(err: Error, request: FastifyRequest, reply: FastifyReply): void {
    reply.log.warn({ requestId: request.id, err }, 'a reply has impossible headers')
  }
}

const GARBAGE: Record<string, [status: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to come in'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
}

/** Answers data that is not HTTP, and closes the connection. */
export function refuseGarbage(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = GARBAGE[error.code ?? ''] ?? ['400 Bad Request', 'This is not HTTP']
  const body = JSON.stringify({ error: message })
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}
