import { countWorkers, thisMachine } from '../../app/worker-count.ts'
import { ok } from '../../features/health/finding.ts'
import type { Check } from './check.ts'

/** Says how many workers a server started here would have. */
export const checkWorkers: Check = async (config) => {
  const { count, reason } = countWorkers(config, thisMachine())
  return reason === null ? [] : [ok(`A start here has ${count} workers: ${reason}`)]
}
