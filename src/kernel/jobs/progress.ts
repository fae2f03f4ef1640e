import { MINUTE } from '../base/durations.ts'
import type { App } from '../core/app.ts'

/**
 * Tells how far work over many rows is: what it is done with counts in the metrics at once, and the log has a line
 * each minute and at the end, if it took that long.
 *
 * @param about ids of what it works on, for the log
 */
export function createProgress(
  { log, metrics }: Pick<App, 'log' | 'metrics'>,
  kind: string,
  about: Record<string, unknown>,
) {
  const counter = metrics.counter('rookery_job_rows_total', 'Rows that long jobs are done with', {
    kind,
  })
  const began = performance.now()
  let [all, said] = [0, began]
  const fields = () => ({
    ...{ kind, ...about, rows: all },
    seconds: Math.round((performance.now() - began) / 1000),
  })
  return {
    add(rows: number) {
      all += rows
      counter.value += rows
      if (performance.now() - said < MINUTE) return
      said = performance.now()
      log.info(fields(), 'a long job goes on')
    },
    end() {
      if (said > began) log.info(fields(), 'a long job is done')
    },
  }
}
