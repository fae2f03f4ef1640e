import type { IncomingMessage } from 'node:http'

/** ms that the client has to take the answer */
const PATIENCE = 5000
/** bytes that are read meanwhile, and dropped, for those who look for the answer only once they have sent all */
const MOST = 16 << 20

/**
 * Lets the client take an answer that is given before its whole body came, if the connection is closed after it:
 * the rest would meet a closed socket, and what resets a connection drops the answer too (RFC 9112, section 9.6).
 */
export function lingerAfter(request: IncomingMessage): void {
  const { socket } = request
  // Node would drop by itself what nobody reads, uncounted
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
