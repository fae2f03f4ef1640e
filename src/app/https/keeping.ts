import type { Logger } from 'pino'
import type { Transport } from '../../kernel/acme/transport.ts'
import type { CertificateStore } from './certificate-store.ts'
import type { ChallengeTokens } from './challenge-tokens.ts'
import type { TlsStateHolder } from './tls-state.ts'

/** Everything that it takes to have a certificate for a name. */
export interface Keeping {
  name: string
  email: string | null
  transport: Transport
  store: CertificateStore
  state: TlsStateHolder
  tokens: ChallengeTokens
  clock: () => number
  /** waits so many ms; rejects once the server stops */
  pause(ms: number): Promise<void>
  /** where DNS says that the name leads */
  lookUp(name: string): Promise<readonly string[]>
  /** tells the staff, who do not read the log, that the certificate in use will expire */
  tellStaff(reason: string): Promise<void>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}
