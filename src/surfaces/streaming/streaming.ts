import type { App } from '../../kernel/core/app.ts'
import type { AppEvent } from '../../kernel/core/events.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { misdirect } from '../../kernel/http/server.ts'
import { STREAM_EVENTS, type StreamEvent } from './events.ts'
import { createHub, type Hub } from './hub.ts'
import type { Join, Joined } from './other-processes.ts'
import { addStreamingRoutes, ROOT } from './routes.ts'

export interface Streaming {
  routes: Routes
  /** for a process without streams: says so */
  elsewhere: Routes
  subscriber: Subscriber
}

const ELSEWHERE =
  'This process serves no streams; the reverse proxy has to lead /api/v1/streaming to a process with the part streaming'

/**
 * WebSockets and event streams of one process, and the subscriber that sends events to them.
 * @param join connects them with those of other processes; null if there is only one
 */
export function createStreaming(join: Join | null = null): Streaming {
  let hub: Hub | null = null
  let joined: Joined | null = null
  const others = (app: App) => {
    if (join === null || app.bus === null) return null
    joined ??= join(app, app.bus)
    return joined
  }
  const hear = (app: App, event: AppEvent) => {
    hub?.hear(event as StreamEvent)
    others(app)?.publish(event as StreamEvent)
  }
  return {
    routes(server, app) {
      const made = createHub(app, others(app)?.interests)
      others(app)?.hearFor(made)
      hub = made
      addStreamingRoutes(server, made, app.config.origin)
      // before the server closes, as closing waits for open connections
      server.addHook('preClose', (done) => {
        made.shutDown()
        done()
      })
    },
    elsewhere(server) {
      const config = { scope: 'public' } as const
      for (const path of [ROOT, `${ROOT}/*`]) {
        server.get(path, { config }, (_request, reply) => misdirect(reply, ELSEWHERE))
      }
    },
    subscriber: { announce: Object.fromEntries(STREAM_EVENTS.map((type) => [type, hear])) },
  }
}
