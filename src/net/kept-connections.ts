import type { Socket } from 'node:net'

/**
 * Tells which errors are of a kept connection that the other side ended when it was used again: it was
 * closed there before the request came, so nobody has read that (RFC 9112, section 9.3.1).
 */
export interface KeptConnections {
  /** from now on errors of the socket are known */
  watch(socket: Socket): void
  /** Whether a request failed with its connection, which had been used before, without a byte of an answer. */
  endedUnheard(error: unknown): boolean
}

export function createKeptConnections(): KeptConnections {
  const known = new WeakSet<object>()
  return {
    watch(socket) {
      /** bytes that had been written when the other side was last heard; null: never */
      let writtenWhenHeard: number | null = null
      socket.on('readable', () => {
        if (socket.readableLength > 0) writtenWhenHeard = socket.bytesWritten
      })
      socket.prependListener('error', (error: NodeJS.ErrnoException) => {
        if (writtenWhenHeard === null) return
        // of a write that failed at once no byte is counted
        if (error.code === 'EPIPE' || socket.bytesWritten > writtenWhenHeard) known.add(error)
      })
    },
    endedUnheard: (error) =>
      error instanceof Error &&
      known.has(error) &&
      /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(String((error as NodeJS.ErrnoException).code)),
  }
}
