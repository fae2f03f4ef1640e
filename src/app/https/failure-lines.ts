import { dayOf, expiresSoon, readCertificate } from '../../kernel/acme/certificate-facts.ts'
import { AuthorityAway, AuthorityProblem } from '../../kernel/acme/problem.ts'
import { DAY, MINUTE } from '../../kernel/base/durations.ts'
import type { Keeping } from './keeping.ts'

/** ms that clocks may differ */
const CLOCK = 5 * MINUTE

/** Refusals that have to do with where the name leads. */
const REACHING = new Set(['dns', 'connection', 'unauthorized', 'incorrectResponse', 'tls'])

interface Next {
  /** when the next try is, ms since 1970 */
  again: number
  directory: string
}

/** Tells the operator why there is no new certificate: one line a try, for the log and for `rookery doctor`. */
export function createFailureLines(keeping: Keeping) {
  const { name, clock, log, state, store, transport, tellStaff } = keeping
  let awaySince: number | null = null
  return {
    async tell(error: unknown, { again, directory }: Next): Promise<void> {
      awaySince = error instanceof AuthorityAway ? (awaySince ?? clock()) : null
      const parts = [
        `No new certificate for ${name}: ${await reasonOf(error, keeping)}`,
        ...clockLine(transport.ahead),
        ...(awaySince !== null && clock() - awaySince > DAY
          ? [`${new URL(directory).host} has been away since ${dayOf(awaySince)}`]
          : []),
        `The next try is at ${dayOf(again)}`,
      ]
      const present = state.certificate === null ? null : readCertificate(state.certificate.cert)
      if (present !== null) {
        parts.push(`the present one is valid until ${dayOf(present.validToDate.getTime())}`)
      }
      const text = parts.join('. ')
      const isUrgent = present !== null && expiresSoon(present, clock())
      log[present === null || isUrgent ? 'error' : 'warn'](text)
      let toldAt = (await store.read('failure'))?.toldAt ?? null
      if (isUrgent && (toldAt === null || clock() - toldAt >= DAY)) {
        toldAt = clock()
        await tellStaff(text).catch((err) => log.error({ err }, 'the staff cannot be told of it'))
      }
      await store.write('failure', { at: clock(), text, toldAt }).catch(() => {})
    },
  }
}

async function reasonOf(error: unknown, { name, lookUp }: Keeping): Promise<string> {
  if (!(error instanceof AuthorityProblem)) return (error as Error).message
  if (error.type === 'rateLimited') return `the authority has given too many: ${error.message}`
  if (!REACHING.has(error.type)) return `the authority says: ${error.message}`
  const addresses = await lookUp(name).catch(() => null)
  const told =
    addresses === null
      ? 'DNS does not answer here'
      : addresses.length === 0
        ? 'DNS has no address for it'
        : `DNS says that it is at ${addresses.join(', ')}`
  return `the authority says: ${error.message}; ${told}, whose ports 80 and 443 have to lead here`
}

/** @param ahead ms that the authority's clock is before ours */
function clockLine(ahead: number | null): string[] {
  if (ahead === null || Math.abs(ahead) < CLOCK) return []
  const minutes = Math.round(Math.abs(ahead) / MINUTE)
  const side = ahead > 0 ? 'behind' : 'ahead of'
  return [`The clock of this machine is ${minutes} minutes ${side} the authority's: set it`]
}
