import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyRequest,
  type onRequestHookHandler,
  type onSendHookHandler,
  type RouteOptions,
} from 'fastify'
import type { Config } from '../config.ts'
import { Forbidden } from '../errors.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { as2Constraint } from './activity-json.ts'
import { type Admission, createAdmission } from './admission.ts'
import { addBodyParsers } from './body/parsers.ts'
import { readQueryBody } from './body/query-body.ts'
import { clientAddress, proxyCheck } from './client-address.ts'
import { closeInTime } from './closing.ts'
import { allowOrigins, answerPreflight, corsRule } from './cors.ts'
import { type ErrorPage, type ErrorReplies, errorReplies } from './error-replies.ts'
import type { Door } from './gate.ts'
import { createLimiter } from './rate-limits/limiter.ts'
import { requestIds } from './request-ids.ts'
import { type RequestWatch, watchRequests } from './request-watch.ts'
import { AsciiResponse } from './response.ts'
import { planOf } from './route-plan.ts'
import type { Server } from './routes.ts'
import { QuietLog, refuseGarbage } from './server-log.ts'
import { schemaReaders } from './validation/validator.ts'

export interface ServerOptions extends Omit<Door, 'limitedFederation'> {
  config: Pick<Config, 'origin' | 'trustedProxies' | 'rateLimits' | 'limitedFederationMode'>
  log: FastifyBaseLogger
  metrics: Metrics
  /** ms since 1970 */
  clock: () => number
  /** S-052: whether everything is refused to this address */
  ipBlocked(address: string): boolean | Promise<boolean>
  errorPage?: ErrorPage
}

declare module 'fastify' {
  interface FastifyInstance {
    /** public base address without trailing slash */
    origin: string
    /** every route there is, for whoever describes or walks them */
    routeList: RouteOptions[]
  }
  interface FastifyRequest {
    /** what this request of the staff did is in the audit log */
    audited: boolean
  }
}

/** bytes; a route's `maxBody` may be more */
const MAX_BODY = 1 << 20
const KEEP_ALIVE = 72_000
/** ms for a whole request to come in: uploads over slow lines need their time */
const REQUEST_TIMEOUT = 300_000
const HEADERS_TIMEOUT = 20_000
const IDLE_TIMEOUT = 120_000
const MAX_PARAM_LENGTH = 1000

/** Makes the HTTP server, without routes: what all of them share (behaviours.md section A) is in it. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { config, clock } = options
  const errors = errorReplies(clock, options.errorPage)
  const server = listener(options, errors)
  server.decorate('origin', config.origin)
  server.decorate('routeList', [])
  server.decorate('limiter', config.rateLimits ? createLimiter(clock) : null)
  server.decorateRequest('auth', null)
  server.decorateRequest('standing', null)
  server.decorateRequest('awaitsBody', false)
  server.decorateRequest('onlyForSigned', false)
  server.decorateRequest('audited', false)
  server.setErrorHandler(errors.handle)
  server.setNotFoundHandler(errors.notFound)
  addBodyParsers(server, MAX_BODY)
  addFirstHook(server, options, errors)
  closeInTime(server)
  const watch = watchRequests(server, options.metrics, options.log)
  addRouteHooks(server, watch, {
    ...options,
    limitedFederation: config.limitedFederationMode,
  })
  return server
}

function listener({ config, log }: ServerOptions, errors: ErrorReplies): Server {
  const isProxy = proxyCheck(config.trustedProxies)
  return Fastify({
    loggerInstance: log,
    logController: new QuietLog(),
    // nearly no request logs anything, and a logger of its own costs each one 2 µs
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(isProxy),
    trustProxy: config.trustedProxies.length > 0 && isProxy,
    bodyLimit: MAX_BODY,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: IDLE_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    http: { headersTimeout: HEADERS_TIMEOUT, ServerResponse: AsciiResponse },
    return503OnClosing: true,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAM_LENGTH,
      constraints: { as2: as2Constraint },
      // read by a hook, as what throws here ends the process
      querystringParser: (text) => text as unknown as Record<string, unknown>,
    },
    schemaController: {
      // given here, as otherwise Fastify loads its own, which nothing uses
      compilersFactory: {
        // typed for Ajv's schemas
        buildValidator: (() => schemaReaders()) as never,
        // entities are checked by tests; here their schemas would only cost time
        buildSerializer: () => () => JSON.stringify,
      },
    },
    frameworkErrors: (error, request, reply) => {
      errors.handle(error, request as unknown as FastifyRequest, reply)
    },
    clientErrorHandler: refuseGarbage,
  }).withTypeProvider<TypeBoxTypeProvider>()
}

/** Runs for every address, also where nothing is. */
function addFirstHook(server: Server, options: ServerOptions, errors: ErrorReplies): void {
  server.addHook('onRequest', (request, reply, done) => {
    const proceed = (blocked: boolean): void => {
      if (blocked) done(new Forbidden())
      else if (!request.is404) done()
      else if (!answerPreflight(request, reply)) {
        const rule = corsRule(request.url)
        if (rule !== null) allowOrigins(reply, rule, request.method)
        errors.notFound(request, reply)
      }
    }
    const blocked = options.ipBlocked(clientAddress(request))
    if (typeof blocked === 'boolean') proceed(blocked)
    else blocked.then(proceed, done)
  })
}

/** @throws Error (from the registration of a route) as `planOf` says */
function addRouteHooks(server: Server, watch: RequestWatch, door: Door): void {
  server.addHook('onRoute', (route) => {
    server.routeList.push(route)
    const plan = planOf(route, MAX_BODY)
    const { enter, enterBody } = createAdmission(plan, door)
    if (plan.api && (route.method === 'PUT' || route.method === 'PATCH')) {
      route.method = ['PUT', 'PATCH'] // S-007
    }
    route.bodyLimit ??= plan.maxBody
    route.onRequest = [hook(enter), ...[route.onRequest ?? []].flat()]
    if (plan.audited) route.onSend = [demandAudit, ...[route.onSend ?? []].flat()]
    if (route.config?.staysOpen !== true) {
      route.onResponse = [watch.of(route.url), ...[route.onResponse ?? []].flat()]
    }
    const beforeReading = plan.reads ? readQueryBody : enterBody
    if (plan.api || !plan.reads) {
      route.preValidation = [hook(beforeReading), ...[route.preValidation ?? []].flat()]
    }
  })
}

/** Fails at the first call where somebody wrote an admin route that leaves no trace of what it does. */
const demandAudit: onSendHookHandler = (request, reply, _payload, done) => {
  if (reply.statusCode < 300 && !request.audited) done(new Error(`${request.url} is not audited`))
  else done()
}

/** A hook that goes on at once where it can. */
function hook(step: Admission['enter']): onRequestHookHandler {
  return (request, reply, done) => {
    const pending = step(request, reply)
    if (pending === undefined) done()
    else pending.then(() => done(), done)
  }
}
