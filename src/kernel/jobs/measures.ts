import type { Metrics } from '../instruments/metrics.ts'
import type { Outcome } from './outcomes.ts'

/** seconds */
const BOUNDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]

const RESULTS: Partial<Record<Outcome['type'], string>> = {
  done: 'done',
  repeat: 'done',
  retry: 'failed',
  park: 'parked',
}

/** @param began by `performance.now()`; undefined: the job did not run */
export function countJob(
  metrics: Metrics,
  kind: string,
  outcome: Outcome['type'],
  began?: number,
): void {
  const result = RESULTS[outcome]
  if (result === undefined) return
  metrics.counter('rookery_jobs_total', 'Tries of jobs', { kind, result }).value += 1
  if (began === undefined) return
  const help = 'How long tries of jobs took, in seconds'
  const seconds = (performance.now() - began) / 1000
  metrics.histogram('rookery_job_duration_seconds', help, BOUNDS, { kind }).observe(seconds)
}
