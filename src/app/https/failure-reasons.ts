import { AuthorityAway, AuthorityProblem, oneLine } from '../../kernel/acme/problem.ts'
import type { Failures } from '../../kernel/acme/stored-files.ts'
import { MINUTE } from '../../kernel/base/durations.ts'
import { type Said, said } from '../../kernel/base/translatable-text.ts'
import { whereNameLeads } from '../../kernel/net/name-leads.ts'
import type { Keeping } from './keeping.ts'

/** ms that clocks may differ */
const CLOCK = 5 * MINUTE

/** Refusals that have to do with where the name leads. */
const REACHING = new Set(['dns', 'connection', 'unauthorized', 'incorrectResponse', 'tls'])

/** Codes of OpenSSL, as Node gives them: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const CHECK_SETTINGS = said('Do what it says, and check ACME_DIRECTORY and ACME_EMAIL')

type Explained = Pick<Failures, 'reason' | 'advice'>

/** Why a try failed, and what somebody can do about it. */
export async function explainFailure(error: unknown, keeping: Keeping): Promise<Explained> {
  const { reason, advice } = await explain(error, keeping)
  return { reason, advice: [...advice, ...clockAdvice(keeping.transport.ahead)] }
}

async function explain(error: unknown, keeping: Keeping): Promise<Explained> {
  const detail = oneLine((error as Error).message)
  if (error instanceof AuthorityAway) {
    const { host } = new URL(keeping.transport.directory)
    return {
      reason: said('The authority gives no usable answer: {detail}', { detail }),
      advice: [adviceOnAway(error, host)],
    }
  }
  if (!(error instanceof AuthorityProblem)) {
    return {
      reason: said('A new certificate cannot be stored or used: {detail}', { detail }),
      advice: [said('Look at the folder tls in DATA_DIR, its disk and the ports')],
    }
  }
  if (error.type === 'rateLimited') {
    const reason = said('The authority takes no more requests for now: {detail}', { detail })
    return { reason, advice: [] }
  }
  if (!REACHING.has(error.type)) {
    const reason = said('The authority refuses: {detail}', { detail })
    return { reason, advice: [CHECK_SETTINGS] }
  }
  const { name, lookUp, ownAddresses } = keeping
  return {
    reason: said('The authority did not find this server under its name: {detail}', { detail }),
    advice: [await whereNameLeads({ name, lookUp, own: ownAddresses() })],
  }
}

function adviceOnAway({ cause, isOther }: AuthorityAway, host: string): Said {
  if (isOther) return CHECK_SETTINGS
  return isUnknownIssuer(cause)
    ? said(
        'This machine does not know who signed the certificate of {host}: name a PEM file with that authority in ACME_CA_FILE, or correct ACME_DIRECTORY',
        { host },
      )
    : said(
        'Look whether this machine reaches {host}: its DNS, its firewall. If the authority itself is out of order, there is nothing to do',
        { host },
      )
}

/** Whether a connection was given up because this machine does not know who signed the certificate on its other end. */
function isUnknownIssuer(cause: unknown): boolean {
  return UNKNOWN_ISSUER.has((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
}

/** @param ahead ms that the authority's clock is before ours */
function clockAdvice(ahead: number | null): Said[] {
  if (ahead === null || Math.abs(ahead) < CLOCK) return []
  const minutes = Math.round(Math.abs(ahead) / MINUTE)
  if (ahead > 0) {
    return [
      said("The clock of this machine is {minutes} minutes behind the authority's: set it", {
        minutes,
      }),
    ]
  }
  return [
    said("The clock of this machine is {minutes} minutes ahead of the authority's: set it", {
      minutes,
    }),
  ]
}
