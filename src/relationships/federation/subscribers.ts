import type { JobHandlers } from '../../jobs/handlers.ts'
import type { Subscriber } from '../../subscriber.ts'
import * as moves from '../moves.ts'
import * as sever from '../sever.ts'
import { delivery } from './delivery.ts'
import * as digests from './digests.ts'
import * as knownCounts from './known-counts.ts'
import * as profiles from './profile-delivery.ts'
import * as synchronize from './synchronize.ts'

/** What follows and blocks across servers have to do with events. */
export const subscribers: readonly Subscriber[] = [
  digests.subscriber,
  knownCounts.subscriber,
  delivery,
  sever.subscriber,
  // before the followers leave
  profiles.subscriber,
  moves.subscriber,
]

export const jobs: JobHandlers = {
  ...sever.jobs,
  ...profiles.jobs,
  ...moves.jobs,
  ...synchronize.jobs,
}
