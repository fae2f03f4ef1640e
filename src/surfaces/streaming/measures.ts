import type { Counter, Metrics } from '../../kernel/instruments/metrics.ts'
import type { Connection, Registry } from './registry.ts'

/** Counters of sent messages, by transport. */
export type Sent = Readonly<Record<Connection['transport'], Counter>>

/** Adds a gauge of open streams, counted when the metrics are read. */
export function measureStreams(metrics: Metrics, registry: Registry): Sent {
  metrics.collect(() => {
    const open = { websocket: 0, sse: 0 }
    for (const { transport } of registry.all()) open[transport] += 1
    const samples = Object.entries(open).map(([transport, value]) => ({
      labels: { transport },
      value,
    }))
    return [{ name: 'rookery_streams_open', help: 'Streams that are open', type: 'gauge', samples }]
  })
  const sent = (transport: string) =>
    metrics.counter('rookery_stream_messages_total', 'Messages that were sent', { transport })
  return { websocket: sent('websocket'), sse: sent('sse') }
}
