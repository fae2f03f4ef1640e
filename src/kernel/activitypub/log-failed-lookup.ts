import type { Unreachable } from '../base/errors.ts'
import type { App } from '../core/app.ts'

/** Logs that a lookup failed at the other server; the user sees an empty result. */
export function logFailedLookUp({ log }: Pick<App, 'log'>, error: Unreachable): void {
  log.info({ err: error }, 'a look-up failed')
}
