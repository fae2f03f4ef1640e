import type { Counter, Metrics } from '../instruments/metrics.ts'

export interface BusMeasures {
  readonly sent: Counter
  readonly received: Counter
  readonly isConnected: boolean
  /** a gap begins; @returns false if one goes on, or the bus was never connected */
  begin(): boolean
  /** the gap ends; @returns false if it was the first connection, or there was no gap */
  end(): boolean
}

/** Counts messages, losses of the connection and the seconds until it was back. */
export function measureBus(metrics: Metrics): BusMeasures {
  const messages = (direction: string) =>
    metrics.counter('rookery_bus_messages_total', 'Messages between processes', { direction })
  const losses = metrics.counter('rookery_bus_losses_total', 'How often the bus was lost')
  let past = 0
  let gapSince: number | null = null
  let isConnected = false
  const current = () => (gapSince === null ? 0 : (performance.now() - gapSince) / 1000)
  metrics.collect(() => [
    {
      name: 'rookery_bus_gap_seconds_total',
      help: 'How long no messages of other processes arrived',
      type: 'counter',
      samples: [{ value: past + current() }],
    },
    {
      name: 'rookery_bus_connected',
      help: 'Whether messages of other processes arrive',
      type: 'gauge',
      samples: [{ value: Number(isConnected) }],
    },
  ])
  return {
    sent: messages('sent'),
    received: messages('received'),
    get isConnected() {
      return isConnected
    },
    begin() {
      if (gapSince !== null) return false
      const wasConnected = isConnected
      isConnected = false
      gapSince = performance.now()
      if (wasConnected) losses.value += 1
      return true
    },
    end() {
      isConnected = true
      if (gapSince === null) return false
      past += current()
      gapSince = null
      return true
    },
  }
}
