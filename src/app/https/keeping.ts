import type { Logger } from 'pino'
import type { CertificateTrouble } from '../../features/identity/mail-queue.ts'
import type { Transport } from '../../kernel/acme/transport.ts'
import type { LookUp } from '../../kernel/net/resolver.ts'
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
  lookUp: LookUp
  /** addresses of this machine */
  ownAddresses(): readonly string[]
  /** tells the staff, who do not read the log */
  tellStaff(trouble: CertificateTrouble): Promise<void>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}
