import type { App } from '../app.ts'
import type { Unreachable } from '../errors.ts'

/** Notes that somebody asked for something that its server did not give: they see an empty answer. */
export function logFailedLookUp({ log }: Pick<App, 'log'>, error: Unreachable): void {
  log.info({ err: error }, 'a look-up failed')
}
