import type { onRequestHookHandler, RouteOptions } from 'fastify'
import type { RunningWork } from '../instruments/running-work.ts'

/**
 * A hook that counts requests to a route as running work, so that a stall of the event loop can be named after it.
 *
 * Of node:http's events only `close` also fires when the client disconnects.
 */
export function routeWork(
  work: RunningWork,
  { method, url, config }: RouteOptions,
): onRequestHookHandler {
  const kind = work.kind(`${[method].flat()[0]} ${url}`)
  if (config?.staysOpen === true) return beginOnly(kind)
  return (_request, reply, done) => {
    kind.begin()
    // a client may leave while a hook of the whole server waits
    if (reply.raw.closed) kind.end()
    else reply.raw.once('close', kind.end)
    done()
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
