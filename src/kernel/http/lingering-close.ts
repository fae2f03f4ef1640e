import type { IncomingMessage } from 'node:http'

/** ms for the client to read the response */
const PATIENCE = 5000
/** bytes read and dropped meanwhile, for clients that read the response only after sending everything */
const MOST = 16 << 20

/**
 * Lets the client read a response that was sent before its whole body arrived, if the connection is closed after
 * it. The remaining body would hit a closed socket, and the reset would discard the response too (RFC 9112,
 * section 9.6).
 */
export function lingerAfter(request: IncomingMessage): void {
  const { socket } = request
  // otherwise Node itself would drop the unread body, uncounted
  request.resume()
  socket.destroySoon = () => {
    Reflect.deleteProperty(socket, 'destroySoon')
    if (request.complete) {
      socket.destroySoon()
      return
    }
    const hangUp = (): void => void socket.destroy()
    const timer = setTimeout(hangUp, PATIENCE)
    socket.once('close', () => clearTimeout(timer))
    request.once('end', hangUp)
    let dropped = 0
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > MOST) request.pause()
    })
    socket.end()
  }
}
