import type { Config } from '../../kernel/base/config.ts'
import type { HttpsSettings } from '../../kernel/base/https-settings.ts'
import type { App } from '../../kernel/core/app.ts'
import { addCertificateMetrics } from './certificate-metrics.ts'
import type { ChallengeTokens } from './challenge-tokens.ts'
import { createPlainListener } from './plain-listener.ts'
import { probePort } from './probe-port.ts'
import { serveCertificate } from './serve-certificate.ts'
import { createTlsState, type TlsProcesses } from './tls-state.ts'

/** HTTPS of a server, as the process sees it that was started. */
export interface Https {
  /** whether there is a certificate already */
  readonly isServed: boolean
  /** takes no more connections, and asks the authority for nothing more */
  stop(): void
  /** after `stop`: all connections are closed */
  ended(): Promise<void>
}

/**
 * Listens on the ports of the web, and has the certificate shown by all processes that end TLS. Only this process asks the
 * authority, and only it has the port without TLS.
 *
 * @throws StartError with one line if a port or the operator's files cannot be used
 */
export async function serveHttps(
  app: App,
  settings: HttpsSettings,
  processes: TlsProcesses,
): Promise<Https> {
  const { host, origin }: Config = app.config
  const tokens: ChallengeTokens = new Map()
  const state = createTlsState(processes)
  const isServed = () => state.certificate !== null
  const plain = createPlainListener({ host, port: settings.httpPort, origin, tokens, isServed })
  const opened = new DisposableStack()
  opened.defer(plain.stop)
  opened.defer(processes.stop)
  try {
    await probePort(host, settings.port)
    await plain.listen()
    const source = { app, settings, state, tokens, hostname: new URL(origin).hostname }
    opened.use(await serveCertificate(source))
  } catch (error) {
    opened.dispose()
    throw error
  }
  addCertificateMetrics(app, state)
  return {
    get isServed() {
      return isServed()
    },
    stop: () => opened.dispose(),
    ended: processes.ended,
  }
}
