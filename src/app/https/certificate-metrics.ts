import { readCertificate, restOf } from '../../kernel/acme/certificate-facts.ts'
import { SECOND } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import type { TlsStateHolder } from './tls-state.ts'

/** Of the process that was started alone, so that nothing is added up over workers. */
export function addCertificateMetrics({ metrics, clock }: App, state: TlsStateHolder): void {
  metrics.collect(() => {
    const { certificate } = state
    if (certificate === null) return []
    const rest = restOf(readCertificate(certificate.cert), clock()) / SECOND
    return [
      {
        name: 'rookery_certificate_expires_in_seconds',
        help: 'Until the certificate of HTTPS expires; below 0 after that',
        type: 'gauge',
        samples: [{ value: Math.round(rest) }],
      },
    ]
  })
}
