import type { OpenLink } from '../../kernel/bus/link.ts'
import type { App, ProcessGroup } from '../../kernel/core/app.ts'
import type { Count, CountStore } from '../../kernel/counters/count-store.ts'
import type { Channel } from './channel.ts'

/** Parts of the application that only a process of a group has. */
export interface Membership {
  group: ProcessGroup
  /** how the group shares messages and counters; null if several processes of the server do that anyway */
  ties: Ties | null
}

export interface Ties {
  link: OpenLink
  countStore: CountStore
}

/** The parent counts for all. Asking it costs both processes some 50 µs, so most counts go together each second. */
export function countStoreOf(channel: Channel): CountStore {
  const ask = (kind: 'take' | 'add') => (counts: readonly Count[], now: number) =>
    channel.ask(kind, { counts, now })
  return { name: 'The parent process', isCheap: false, take: ask('take'), add: ask('add') }
}

/** A worker's view of its group: the parent asks all. */
export function groupOf(channel: Channel): ProcessGroup {
  return { isParent: false, metrics: () => channel.ask('allMetrics', null) }
}

/** The metrics of one process. */
export function familiesOf({ metrics, log }: Pick<App, 'metrics' | 'log'>) {
  return metrics.families((err) => log.warn({ err }, 'some metrics could not be read'))
}
