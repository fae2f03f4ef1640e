import { countJobs } from '../../kernel/jobs/operator.ts'
import type { DataCheck } from './data.ts'
import { fail, ok, warn } from './finding.ts'

/** Checks for parked jobs, which wait for the operator. */
export const checkJobs: DataCheck = async ({ database }) => {
  const kinds = await countJobs(database.db)
  const parked = kinds.filter((one) => one.parked > 0)
  if (parked.length === 0) return [ok('No job is parked')]
  return parked.map(({ kind, parked, waiting, running }) => {
    const advice = `See why with rookery jobs list --kind ${kind}, then rookery jobs retry --kind ${kind}`
    if (waiting + running === 0) return fail(`All ${parked} jobs of ${kind} are parked`, advice)
    return warn(`${parked} jobs of ${kind} are parked`, advice)
  })
}
