import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Family } from '../instruments/exposition-format.ts'

/** ms between measurements of the event loop's delay */
const RESOLUTION = 20
const QUANTILES = [0.5, 0.9, 0.99]

/**
 * Memory, time and the event loop of this process, under the names that dashboards for Node.js know. The
 * event loop's delay is measured from one scrape to the next.
 */
export function watchProcess(): () => Family[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  return () => {
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1000)
    const late = QUANTILES.map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: lag(delay.percentile(quantile * 100)),
    }))
    const longest = lag(delay.max)
    delay.reset()
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const started = Date.now() / 1000 - process.uptime()
    return [
      gauge('process_resident_memory_bytes', 'Memory of the process', rss),
      gauge('nodejs_heap_size_used_bytes', 'Heap of JavaScript that is in use', heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'Heap of JavaScript', heapTotal),
      gauge('nodejs_external_memory_bytes', 'Buffers and the like, outside of the heap', external),
      gauge('process_start_time_seconds', 'When the process began, in seconds since 1970', started),
      {
        name: 'process_cpu_seconds_total',
        help: 'Time of the CPU that was used',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      {
        name: 'rookery_event_loop_delay_seconds',
        help: 'How late the event loop was since the last look',
        type: 'gauge',
        samples: late,
      },
      gauge('rookery_event_loop_delay_max_seconds', 'The latest of these', longest),
    ]
  }
}

function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', samples: [{ value }] }
}
