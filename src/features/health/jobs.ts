import { MINUTE } from '../../kernel/base/durations.ts'
import { countJobs } from '../../kernel/jobs/operator.ts'
import { plural, t } from '../../kernel/text/messages.ts'
import type { HealthCheck } from './context.ts'
import { fail, ok, warn } from './finding.ts'

/** ms for which the first job of a kind may be due: a busy hour is no fault */
const LATE = 30 * MINUTE

/** Parked jobs, which wait for the operator, and kinds that are late. */
export const checkJobs: HealthCheck = async ({ database, now }) => {
  const kinds = await countJobs(database.slowDb)
  const parked = kinds.filter((one) => one.parked > 0)
  const late = kinds.filter(({ oldest_due_at: due }) => due !== null && due < now - LATE)
  const findings = [
    ...parked.map(({ kind, parked, waiting, running }) => {
      const advice = t(
        'See why with rookery jobs list --kind {kind}, then rookery jobs retry --kind {kind}',
        { kind },
      )
      if (waiting + running === 0) {
        const all = plural(
          parked,
          'The only job of {kind} is parked',
          'All {n} jobs of {kind} are parked',
          { kind },
        )
        return fail(all, advice)
      }
      return warn(
        plural(parked, '{n} job of {kind} is parked', '{n} jobs of {kind} are parked', { kind }),
        advice,
      )
    }),
    ...late.map(({ kind, waiting, oldest_due_at: due }) => {
      const minutes = Math.floor((now - due!) / MINUTE)
      const text = plural(
        waiting,
        '{n} job of {kind} waits, due for {minutes} minutes',
        '{n} jobs of {kind} wait, the first due for {minutes} minutes',
        { kind, minutes },
      )
      return warn(
        text,
        t('See whether a process with the part jobs runs, and what it says in the log'),
      )
    }),
  ]
  if (findings.length > 0) return findings
  const waiting = kinds.reduce((sum, one) => sum + one.waiting, 0)
  return [ok(t('No job is parked, and none is late: {waiting} wait for their time', { waiting }))]
}
