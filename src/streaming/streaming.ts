import type { App } from '../app.ts'
import type { AppEvent } from '../events.ts'
import type { Routes } from '../http/routes.ts'
import type { Subscriber } from '../subscriber.ts'
import { type Bus, createLocalBus, STREAM_EVENTS, type StreamEvent } from './bus.ts'
import { createHub } from './hub.ts'
import { addStreamingRoutes } from './routes.ts'

export interface Streaming {
  routes: Routes
  subscriber: Subscriber
}

/** WebSockets and event streams of one server, and what brings events to them. */
export function createStreaming(bus: Bus = createLocalBus()): Streaming {
  return {
    routes(server, app) {
      const hub = createHub(app)
      bus.listen((event) => hub.hear(event))
      addStreamingRoutes(server, hub, app.config.origin)
      // before the server stops, as it waits for open connections
      server.addHook('preClose', (done) => {
        hub.shutDown()
        done()
      })
    },
    subscriber: { announce: publishing(bus) },
  }
}

function publishing(bus: Bus): NonNullable<Subscriber['announce']> {
  const publish = (_app: App, event: AppEvent) => bus.publish(event as StreamEvent)
  return Object.fromEntries(STREAM_EVENTS.map((type) => [type, publish]))
}
