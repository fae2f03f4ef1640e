import { plural, t } from '../../kernel/text/messages.ts'
import type { ProcessCheck, ServerMetrics } from './context.ts'
import { type Finding, ok, warn } from './finding.ts'
import { numberOf } from './metric-samples.ts'

/** How the workers of the running servers are. */
export const checkRunningWorkers: ProcessCheck = async ({ servers }) => servers.flatMap(judge)

function judge({ name, metrics }: ServerMetrics): Finding[] {
  const workers = numberOf(metrics, 'rookery_workers')
  if (workers === null) return []
  const restarts = numberOf(metrics, 'rookery_worker_restarts_total') ?? 0
  if (restarts === 0) {
    return [
      ok(t('{name} has {workers} workers, of which none has ended by itself', { name, workers })),
    ]
  }
  const text = plural(
    restarts,
    '{name} has {workers} workers; one ended by itself and was started again',
    '{name} has {workers} workers, which ended by themselves and were started again: {n} times',
    { name, workers },
  )
  return [warn(text, t('The log says why: look for "has ended" and "does not answer"'))]
}
