import { challengeCertificate } from '../../kernel/acme/certificates.ts'
import type { ChallengeKind, Responder } from '../../kernel/acme/obtain.ts'
import type { ChallengeTokens } from './challenge-tokens.ts'
import type { TlsStateHolder } from './tls-state.ts'

interface Means {
  name: string
  tokens: ChallengeTokens
  state: Pick<TlsStateHolder, 'showChallenge'>
  clock: () => number
}

/** In the order in which they are tried: the second needs the other port. */
export const CHALLENGES = ['http-01', 'tls-alpn-01'] as const satisfies readonly ChallengeKind[]

export function responderOf(kind: ChallengeKind, means: Means): Responder {
  const { name, tokens, state, clock } = means
  if (kind === 'http-01') {
    return {
      kind,
      present: async (token, answer) => void tokens.set(token, answer),
      withdraw: async (token) => void tokens.delete(token),
    }
  }
  return {
    kind,
    present: (_token, answer) => state.showChallenge(challengeCertificate(name, answer, clock())),
    withdraw: () => state.showChallenge(null),
  }
}
