import type { onRequestHookHandler, onResponseHookHandler, RouteOptions } from 'fastify'
import type { RunningWork } from '../instruments/running-work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** counted as running work: a request that is refused before its route begins is not */
    isCountedAsWork: boolean
  }
}

interface RouteWork {
  begin: onRequestHookHandler
  end: onResponseHookHandler
}

/** Counts requests to a route as running work, so that a stall of the event loop can be named after it. */
export function routeWork(work: RunningWork, { method, url, config }: RouteOptions): RouteWork {
  const kind = work.kind(`${[method].flat()[0]} ${url}`)
  if (config?.staysOpen === true) return { begin: beginOnly(kind), end: (_, __, done) => done() }
  return {
    begin(request, _, done) {
      request.isCountedAsWork = true
      kind.begin()
      done()
    },
    end(request, _, done) {
      if (request.isCountedAsWork) kind.end()
      done()
    },
  }
}

/** An open stream sleeps nearly always: only its begin is work. */
function beginOnly(kind: ReturnType<RunningWork['kind']>): onRequestHookHandler {
  return (_request, _reply, done) => {
    kind.begin()
    kind.end()
    done()
  }
}
