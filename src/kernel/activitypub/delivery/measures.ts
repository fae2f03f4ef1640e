import type { App } from '../../core/app.ts'
import type { HostWork } from './host-work.ts'
import type { PeerHost } from './hosts.ts'
import type { Verdict } from './outcome.ts'
import type { Outcome } from './pending.ts'

const RESULTS = { accepted: 'delivered', failed: 'failed', waiting: 'retried' } as const

/** @param count of deliveries that end in this state */
export function countDeliveries(
  { metrics }: Pick<App, 'metrics'>,
  state: Outcome['state'],
  count = 1,
): void {
  const result = RESULTS[state]
  metrics.counter('rookery_deliveries_total', 'Tries of deliveries', { result }).value += count
}

/** Logs when a host stops answering, answers again, or is given up. */
export function noteCircuit(
  { log }: Pick<App, 'log'>,
  { peer, givenUp }: HostWork,
  before: Pick<PeerHost, 'failures'> & Pick<HostWork, 'givenUp'>,
  { error }: Pick<Verdict, 'error'>,
): void {
  const { host, failing_since: failingSince, next_try_at: nextTryAt } = peer
  if (before.failures === 0 && peer.failures > 0) {
    log.info({ host, error, nextTryAt }, 'a server does not answer')
  } else if (before.failures > 0 && peer.failures === 0) {
    log.info({ host }, 'a server answers again')
  }
  if (before.givenUp === null && givenUp !== null) {
    log.warn({ host, error, failingSince }, 'a server is given up')
  }
}
