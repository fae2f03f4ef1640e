import type { App } from '../kernel/core/app.ts'
import type { Subscriber } from '../kernel/core/subscriber.ts'
import type { JobRunner } from '../kernel/jobs/runner.ts'

/** How jobs and deliveries that this process queues are begun. */
export interface Waking {
  jobs(): void
  deliveries: Subscriber
}

/** @param own of this process, for a server of one process and the processes that do jobs */
export function wakingOf(app: () => App, own: Waking): Waking {
  const tell = () => {
    const { bus, config } = app()
    if (bus === null || config.parts.has('jobs')) return false
    bus.publish(['jobs'], '')
    return true
  }
  return {
    jobs() {
      if (!tell()) own.jobs()
    },
    deliveries: {
      announce: {
        'deliveries.due'(_app, event) {
          if (!tell()) return own.deliveries.announce?.['deliveries.due']?.(app(), event)
        },
      },
    },
  }
}

/** Reads settings, roles and blocks again when the database says that another process has changed them. */
export function forgetOnNews(app: App): void {
  app.database.onForeignChange(() => forget(app))
}

/** Has settings, roles, emoji and blocks read again. */
export function forget({ cached, fragments }: App): void {
  cached.clear()
  fragments.nextEpoch()
}

/** Reads settings, roles and blocks again, and looks for jobs, when another process says so or may have said so. */
export function followOthers(app: App, runner: JobRunner): void {
  const { bus, config } = app
  if (bus === null) return
  bus.listen(['caches'], () => forget(app))
  bus.subscribe('caches')
  bus.onGap(() => forget(app))
  if (!config.parts.has('jobs')) return
  bus.listen(['jobs'], () => runner.wake())
  bus.subscribe('jobs')
  bus.onGap(() => runner.wake())
}
