import { createServer } from 'node:net'
import { listenError } from '../listen-error.ts'

/**
 * Listens for a moment: nothing listens on the port before there is a certificate, and sharing hides that another program
 * has it.
 * @throws StartError with one line
 */
export async function probePort(host: string, port: number): Promise<void> {
  const probe = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  probe.once('error', (error) => reject(listenError(error, { host, port, setting: 'HTTPS_PORT' })))
  probe.listen({ host, port }, () => probe.close(() => resolve()))
  await promise
}
