import { devNull } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  remindOfCertificate,
  tellOfCertificate,
} from '../../features/identity/certificate-mails.ts'
import type { CertificateTrouble } from '../../features/identity/mail-queue.ts'
import { userAgentOf } from '../../features/instance/software.ts'
import { createTransport } from '../../kernel/acme/transport.ts'
import type { AuthoritySettings, HttpsSettings } from '../../kernel/base/https-settings.ts'
import type { App } from '../../kernel/core/app.ts'
import { ownAddresses } from '../../kernel/net/name-leads.ts'
import { createLookUp } from '../../kernel/net/resolver.ts'
import { readAuthorities } from './authorities-file.ts'
import { openCertificateStore } from './certificate-store.ts'
import type { ChallengeTokens } from './challenge-tokens.ts'
import { keepCertificate, showStored } from './keep-certificate.ts'
import { serveOwnFiles } from './own-files.ts'
import type { TlsStateHolder } from './tls-state.ts'

interface Source {
  app: App
  settings: HttpsSettings
  state: TlsStateHolder
  tokens: ChallengeTokens
  /** of the origin */
  hostname: string
}

/** Has a certificate shown, and its successors, until it is disposed of. @throws StartError with one line */
export async function serveCertificate(source: Source): Promise<Disposable> {
  const { app, settings, state, hostname } = source
  const { files, authority } = settings
  const { clock, log } = app
  if (files !== null) {
    const tellStaff = (trouble: CertificateTrouble) =>
      app.transact((tx) => remindOfCertificate(tx, trouble))
    return serveOwnFiles({ files, hostname, clock, log, show: state.show, tellStaff })
  }
  return serveFromAuthority(source, authority)
}

async function serveFromAuthority(
  { app, state, tokens, hostname: name }: Source,
  { directory, email, caFile }: AuthoritySettings,
): Promise<Disposable> {
  const { clock, log, config } = app
  const ca = caFile === null ? null : await readAuthorities(caFile)
  const userAgent = userAgentOf(config.origin)
  const transport = createTransport({ directory, ca, userAgent, clock })
  const stopped = new AbortController()
  const keeping = {
    ...{ name, email, transport, state, tokens, clock, log },
    store: openCertificateStore(config.dataDir),
    pause: (ms: number) => pause(ms, undefined, { signal: stopped.signal, ref: false }),
    lookUp: createLookUp({ hostsFile: devNull }),
    ownAddresses,
    tellStaff: (trouble: CertificateTrouble) =>
      app.transact((tx) => tellOfCertificate(tx, trouble)),
  }
  await showStored(keeping)
  keepCertificate(keeping).catch((err) => {
    if (!stopped.signal.aborted) log.error({ err }, 'the certificate is no longer renewed')
  })
  return {
    [Symbol.dispose]() {
      stopped.abort()
      void transport[Symbol.asyncDispose]()
    },
  }
}
