import { expiresSoon, fingerprintOf, readCertificate } from '../../kernel/acme/certificate-facts.ts'
import type { Failures } from '../../kernel/acme/stored-files.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { render } from '../../kernel/base/translatable-text.ts'
import { utcMinute } from '../../kernel/base/utc-minute.ts'
import { explainFailure } from './failure-reasons.ts'
import type { Keeping } from './keeping.ts'

/** ms of failures after which the staff is told */
const PATIENCE = DAY
/** ms between two mails in the last days of a certificate */
const QUIET = DAY

/** Failures of the certificate in use; a crash may leave those of the one before. */
export async function findFailures({ state, store }: Keeping): Promise<Failures | null> {
  const failures = await store.read('failures')
  return failures?.replaced === fingerprintOf(state.certificate) ? failures : null
}

/** Tells why there is no new certificate: a line a try in the log, what `rookery doctor` and the page of the health show, and mails. */
export function createFailureLines(keeping: Keeping) {
  const { name, clock, log, state, store } = keeping
  // the file may be impossible to write, and nobody should get a mail for each try then
  let known: Failures | null = null
  return {
    /** @param again when the next try is, ms since 1970 */
    async tell(error: unknown, again: number): Promise<void> {
      const { certificate } = state
      const before = known ?? (await findFailures(keeping))
      const { since = clock(), toldAt = null, urgedAt = null } = before ?? {}
      const replaced = fingerprintOf(certificate)
      known = { replaced, since, again, ...(await explainFailure(error, keeping)), toldAt, urgedAt }
      const present = certificate === null ? null : readCertificate(certificate.cert)
      const isUrgent = present !== null && expiresSoon(present, clock())
      const validUntil = present === null ? null : present.validToDate.getTime()
      log[present === null || isUrgent ? 'error' : 'warn'](lineOf(known, validUntil))
      await tellStaff(known, { isUrgent, validUntil })
      await store.write('failures', known).catch(() => {})
    },
    async clear(): Promise<void> {
      known = null
      await store.remove('failures').catch(() => {})
    },
  }

  function lineOf({ since, again, reason, advice }: Failures, validUntil: number | null): string {
    return [
      `No new certificate for ${name}: ${render(reason)}`,
      ...advice.map((sentence) => render(sentence)),
      ...(clock() - since < PATIENCE ? [] : [`Tries have failed since ${utcMinute(since)}`]),
      `The next try is at ${utcMinute(again)}`,
      ...(validUntil === null ? [] : [`The present one is valid until ${utcMinute(validUntil)}`]),
    ].join('. ')
  }

  /** Once that the tries go on to fail, and once a day that the certificate expires. */
  async function tellStaff(
    failures: Failures,
    certificate: { isUrgent: boolean; validUntil: number | null },
  ): Promise<void> {
    const { since, reason, advice, toldAt, urgedAt } = failures
    const [sort, isDue] = certificate.isUrgent
      ? (['urgedAt', urgedAt === null || clock() - urgedAt >= QUIET] as const)
      : (['toldAt', toldAt === null && clock() - since >= PATIENCE] as const)
    if (!isDue) return
    try {
      await keeping.tellStaff({ since, reason, advice, ...certificate })
      failures[sort] = clock()
    } catch (err) {
      log.error({ err }, 'the staff cannot be told of it')
    }
  }
}
