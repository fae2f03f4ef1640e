import { createOrderedQueues } from '../../src/kernel/activitypub/ordered-queues.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { GENEROUS } from './in-time.ts'

/**
 * Has a server wait long for the answers of others, for a place to ask them, and for the turn of an activity. By itself
 * it gives up after seconds and comes back later, when a test looks no more.
 */
export function waitForOthers(app: App): void {
  const { egress, federation } = app
  const { fetching } = federation
  const patient: App['egress'] = {
    ...egress,
    fetch: (request) => egress.fetch({ ...request, timeoutMs: GENEROUS }),
    download: (request, sink) => egress.download({ ...request, timeoutMs: GENEROUS }, sink),
  }
  Object.assign(app, { egress: patient })
  const patientlyFetching: typeof fetching = {
    run: (hostname, _, work) => fetching.run(hostname, GENEROUS, work),
  }
  const actorQueues = createOrderedQueues(GENEROUS)
  Object.assign(federation, { actorQueues, fetching: patientlyFetching })
}
