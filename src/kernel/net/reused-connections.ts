import type { Socket } from 'node:net'

/**
 * Detects requests on a reused keep-alive connection that the other side had already closed: the server did
 * not read the request (RFC 9112, section 9.3.1).
 */
export interface KeptConnections {
  /** records errors of this socket */
  watch(socket: Socket): void
  /** Whether a request failed with its reused connection, before any byte of a response. */
  endedUnheard(error: unknown): boolean
}

export function createKeptConnections(): KeptConnections {
  const known = new WeakSet<object>()
  return {
    watch(socket) {
      /** bytes written by the time of the last received byte; null: nothing was received */
      let writtenWhenHeard: number | null = null
      socket.on('readable', () => {
        if (socket.readableLength > 0) writtenWhenHeard = socket.bytesWritten
      })
      socket.prependListener('error', (error: NodeJS.ErrnoException) => {
        if (writtenWhenHeard === null) return
        // a write that fails at once counts no byte
        if (error.code === 'EPIPE' || socket.bytesWritten > writtenWhenHeard) known.add(error)
      })
    },
    endedUnheard: (error) =>
      error instanceof Error &&
      known.has(error) &&
      /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(String((error as NodeJS.ErrnoException).code)),
  }
}
