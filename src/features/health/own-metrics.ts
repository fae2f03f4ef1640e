import type { App } from '../../kernel/core/app.ts'
import { formatFamilies } from '../../kernel/instruments/exposition-format.ts'

/** The metrics of this process and its group, as `/metrics` shows them. */
export async function metricsOf({ metrics, group, log }: App): Promise<string> {
  const own = await metrics.families((err) => log.warn({ err }, 'some metrics could not be read'))
  return formatFamilies((await group?.metrics(own)) ?? own)
}
