import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import * as moves from '../moves.ts'
import * as sever from '../sever.ts'
import { delivery } from './delivery.ts'
import * as digests from './digests.ts'
import * as knownCounts from './known-counts.ts'
import * as profiles from './profile-delivery.ts'
import * as synchronize from './synchronize.ts'

/** Event subscribers for follows and blocks across servers. */
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
