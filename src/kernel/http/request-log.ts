import type {
  FastifyBaseLogger,
  FastifyReply,
  FastifyRequest,
  onResponseHookHandler,
} from 'fastify'
import type { Histogram } from '../instruments/histogram.ts'
import type { Counter, Metrics } from '../instruments/metrics.ts'
import type { Server } from './routes.ts'

/** seconds */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const REQUESTS = 'rookery_http_requests_total'
const DURATION = 'rookery_http_request_duration_seconds'
/** label for addresses without a route: the requested path is no label, as anybody can request any path */
const NOWHERE = 'none'

/** Counts requests, and logs each one if the log level includes it. */
export interface RequestLog {
  /** @param route as it was registered, such as `/api/v1/statuses/:id` */
  of(route: string): onResponseHookHandler
}

/** Metrics of one method and route; its members are created at their first use. */
interface Series {
  /** by the first digit of the status */
  counters: (Counter | undefined)[]
  duration: Histogram
}

export function createRequestLog(
  server: Server,
  metrics: Metrics,
  log: FastifyBaseLogger,
): RequestLog {
  countOpen(server, metrics)
  const isLogged = log.level === 'debug' || log.level === 'trace'
  const of = (route: string): onResponseHookHandler => {
    const byMethod = new Map<string, Series>()
    return (request, reply, done) => {
      // the process that answered it has counted it
      if (request.isElsewhere) return done()
      count(byMethod, { metrics, route }, request.method, reply)
      if (isLogged) log.debug(lineOf(request, reply, route), 'a request')
      done()
    }
  }
  const nowhere = of(NOWHERE)
  server.addHook('onResponse', function (request, reply, done) {
    if (request.is404) nowhere.call(this, request, reply, done)
    else done()
  })
  return { of }
}

function count(
  byMethod: Map<string, Series>,
  { metrics, route }: { metrics: Metrics; route: string },
  method: string,
  reply: FastifyReply,
): void {
  let series = byMethod.get(method)
  if (series === undefined) {
    const help = 'How long answers took, in seconds'
    const duration = metrics.histogram(DURATION, help, BOUNDS, { method, route })
    series = { counters: [], duration }
    byMethod.set(method, series)
  }
  const first = Math.floor(reply.statusCode / 100)
  let counter = series.counters[first]
  if (counter === undefined) {
    const labels = { method, route, status: `${first}xx` }
    counter = metrics.counter(REQUESTS, 'Requests that were answered', labels)
    series.counters[first] = counter
  }
  counter.value += 1
  series.duration.observe(reply.elapsedTime / 1000)
}

/** Uses the event of node:http, as only its `close` also fires when the client disconnects. */
function countOpen(server: Server, metrics: Metrics): void {
  let open = 0
  server.server.prependListener('request', (_request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  metrics.collect(() => [
    {
      name: 'rookery_http_requests_in_flight',
      help: 'Requests that are being answered, open event streams among them',
      type: 'gauge',
      samples: [{ value: open }],
    },
  ])
}

/** Never the address or the query string, as these may contain tokens. */
function lineOf(request: FastifyRequest, reply: FastifyReply, route: string) {
  const { id: requestId, method, auth } = request
  const length = reply.getHeader('content-length')
  return {
    requestId,
    method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(length === undefined ? {} : { bytes: Number(length) }),
    ...(auth?.user ? { accountId: auth.user.id } : {}),
  }
}
