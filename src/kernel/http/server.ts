import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
  type onSendHookHandler,
  type RouteOptions,
} from 'fastify'
import type { Config } from '../base/config.ts'
import { Forbidden } from '../base/errors.ts'
import type { SharedCounts } from '../counters/shared-counts.ts'
import type { Metrics } from '../instruments/metrics.ts'
import type { AccessPolicy } from './access-check.ts'
import { as2Constraint } from './activity-json.ts'
import { addBodyParsers } from './body/parsers.ts'
import { readQueryBody } from './body/query-body.ts'
import { MAX_TEXT_BODY } from './body/text-limit.ts'
import { clientAddress, proxyCheck } from './client-address.ts'
import { allowOrigins, answerPreflight, corsRule } from './cors.ts'
import { drainConnections } from './drain-connections.ts'
import { type ErrorPage, type ErrorReplies, errorReplies } from './error-replies.ts'
import type { Handover } from './handover.ts'
import { createLimiter, type Limiter } from './rate-limits/limiter.ts'
import { requestIds } from './request-ids.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { createRouteHooks, type RouteHooks } from './route-hooks.ts'
import { planOf, type RoutePlan } from './route-plan.ts'
import { routeWork } from './route-work.ts'
import type { Server } from './routes.ts'
import { AsciiResponse } from './send-text.ts'
import { QuietLog, refuseGarbage } from './server-log.ts'
import { sharedAnswers } from './shared-answers.ts'
import { schemaReaders } from './validation/validator.ts'
import { type AsVisitor, forVisitors } from './visitors.ts'

export interface ServerOptions extends Omit<AccessPolicy, 'limitedFederation'> {
  config: Pick<
    Config,
    | 'origin'
    | 'mediaBaseUrl'
    | 'trustedProxies'
    | 'rateLimits'
    | 'limitedFederationMode'
    | 'shutdownTimeout'
  >
  log: FastifyBaseLogger
  metrics: Metrics
  /** counters of all processes, or null if this is the only one */
  sharedCounts: SharedCounts | null
  /** ms since 1970 */
  clock: () => number
  /** S-052: whether all requests of this address are refused */
  ipBlocked(address: string): boolean | Promise<boolean>
  errorPage?: ErrorPage
  /** BCP 47 tag of the server's own language, for whoever wants none that there is; default en */
  ownLanguage?: () => string
  /** given where visitors read from a replica of the database */
  asVisitor?: AsVisitor | undefined
  /** for a process that only reads: passes other requests on */
  handover?: Handover | undefined
  /** whether another process has counted this request and passed it on */
  isCounted?: ((request: FastifyRequest) => boolean) | undefined
  /** answer to an address of another part of the server: this process serves only some */
  misdirected?: string | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** public base address without trailing slash */
    origin: string
    /** where stored files are served if not here */
    mediaOrigin: string | null
    ownLanguage: () => string
    /** the process ends soon: it should get no more requests */
    draining: boolean
    /** all routes, for code that documents or tests them */
    routeList: RouteOptions[]
  }
  interface FastifyRequest {
    /** the audit log has an entry for this staff request */
    audited: boolean
  }
}

/** bytes; a route's `maxBody` may be more */
const MAX_BODY = 1 << 20
const KEEP_ALIVE = 72_000
/** ms to receive a whole request: uploads over slow connections need their time */
const REQUEST_TIMEOUT = 300_000
const HEADERS_TIMEOUT = 20_000
const IDLE_TIMEOUT = 120_000
const MAX_PARAM_LENGTH = 1000

/** Creates the HTTP server without routes; it implements the shared behaviour (behaviours.md section A). */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { config } = options
  const errors = errorReplies(options.clock, options.errorPage, options.handover?.isDemand)
  const server = listener(options, errors)
  server.decorate('origin', config.origin)
  server.decorate('mediaOrigin', config.mediaBaseUrl && new URL(config.mediaBaseUrl).origin)
  server.decorate('ownLanguage', options.ownLanguage ?? (() => 'en'))
  server.decorate('draining', false)
  server.decorate('routeList', [])
  server.decorate('limiter', limiterOf(options))
  server.decorateRequest('auth', null)
  server.decorateRequest('standing', null)
  server.decorateRequest('readerLanguage', null)
  server.decorateRequest('awaitsBody', false)
  server.decorateRequest('onlyForSigned', false)
  server.decorateRequest('audited', false)
  server.decorateRequest('isElsewhere', false)
  server.setErrorHandler(errors.handle)
  server.setNotFoundHandler(errors.notFound)
  addBodyParsers(server, MAX_BODY)
  options.handover?.install(server)
  addFirstHook(server, options, errors)
  drainConnections(server, config.shutdownTimeout)
  const requestLog = createRequestLog(server, options.metrics, options.log)
  addRouteHooks(server, requestLog, {
    ...options,
    limitedFederation: config.limitedFederationMode,
  })
  if (options.asVisitor !== undefined) addVisitors(server, options.asVisitor)
  return server
}

/** A process that only reads counts requests; what an action costs is counted by the writer, which does it. */
function limiterOf({ config, clock, sharedCounts, handover }: ServerOptions): Limiter | null {
  if (!config.rateLimits) return null
  const limiter = createLimiter(clock, sharedCounts)
  if (handover === undefined) return limiter
  return { ...limiter, spend: handover.demandWriter, spendKey: handover.demandWriter }
}

function listener({ config, log, isCounted }: ServerOptions, errors: ErrorReplies): Server {
  const isProxy = proxyCheck(config.trustedProxies)
  return Fastify({
    loggerInstance: log,
    logController: new QuietLog(),
    // nearly no request logs anything, and a child logger costs each one 2 µs
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(isProxy),
    trustProxy: config.trustedProxies.length > 0 && isProxy,
    bodyLimit: MAX_BODY,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: IDLE_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    http: {
      headersTimeout: HEADERS_TIMEOUT,
      ServerResponse: AsciiResponse,
      // the other process has checked it, and passes on requests of HTTP/1.0, which need none, as 1.1
      requireHostHeader: isCounted === undefined,
    },
    return503OnClosing: true,
    // a second route for each GET would cost a third of the start
    exposeHeadRoutes: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAM_LENGTH,
      constraints: { as2: as2Constraint },
      // parsed by a hook, because an error thrown here ends the process
      querystringParser: (text) => text as unknown as Record<string, unknown>,
    },
    schemaController: {
      // given here, as otherwise Fastify loads its own compilers, which are unused
      compilersFactory: {
        // the type expects Ajv's schemas
        buildValidator: (() => schemaReaders()) as never,
        // tests check entities; here their schemas would only cost time
        buildSerializer: () => () => JSON.stringify,
      },
    },
    frameworkErrors: (error, request, reply) => {
      errors.handle(error, request as unknown as FastifyRequest, reply)
    },
    clientErrorHandler: refuseGarbage,
  }).withTypeProvider<TypeBoxTypeProvider>()
}

/** Runs for every address, also without a route. */
function addFirstHook(server: Server, options: ServerOptions, errors: ErrorReplies): void {
  server.addHook('onRequest', (request, reply, done) => {
    // documents and errors contain text of others: browsers must not guess another content type (A40)
    reply.header('x-content-type-options', 'nosniff')
    const proceed = (blocked: boolean): void => {
      if (blocked) done(new Forbidden())
      else if (!request.is404) done()
      else if (options.misdirected !== undefined) misdirect(reply, options.misdirected)
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

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.20 */
export function misdirect(reply: FastifyReply, text: string): void {
  reply.code(421).type('text/plain; charset=utf-8').send(`${text}\n`)
}

/** @throws Error (from the registration of a route) as `planOf` says */
function addRouteHooks(
  server: Server,
  requestLog: RequestLog,
  policy: AccessPolicy & Pick<ServerOptions, 'metrics'>,
): void {
  server.addHook('onRoute', (route) => {
    server.routeList.push(route)
    const plan = planOf(route, MAX_BODY)
    const { beforeBody, afterBody } = createRouteHooks(plan, policy)
    route.method = methodsOf(plan, route)
    // for bodies that are parsed at once; multipart bodies have their own limit
    route.bodyLimit ??= Math.min(plan.maxBody, MAX_TEXT_BODY)
    const begin = routeWork(policy.metrics.work, route)
    route.onRequest = [begin, hook(beforeBody), ...[route.onRequest ?? []].flat()]
    if (plan.audited) route.onSend = [demandAudit, ...[route.onSend ?? []].flat()]
    if (plan.mayBeShared) {
      route.onSend = [sharedAnswers(plan.cache), ...[route.onSend ?? []].flat()]
    }
    if (route.config?.staysOpen !== true) {
      route.onResponse = [requestLog.of(route.url), ...[route.onResponse ?? []].flat()]
    }
    const beforeReading = plan.reads ? readQueryBody : afterBody
    if (plan.api || !plan.reads) {
      route.preValidation = [hook(beforeReading), ...[route.preValidation ?? []].flat()]
    }
  })
}

function addVisitors(server: Server, asVisitor: AsVisitor): void {
  server.addHook('onRoute', (route) => {
    const plan = planOf(route, MAX_BODY)
    if (plan.mayLag) route.handler = forVisitors(plan, route.handler, asVisitor)
  })
}

/** A HEAD is answered like its GET: node:http omits the body. */
function methodsOf(plan: RoutePlan, { method, exposeHeadRoute }: RouteOptions) {
  if (method === 'GET' && exposeHeadRoute !== false) return ['GET', 'HEAD']
  if (plan.api && (method === 'PUT' || method === 'PATCH')) return ['PUT', 'PATCH'] // S-007
  return method
}

/** Fails at the first call of an admin route that writes no audit log entry. */
const demandAudit: onSendHookHandler = (request, reply, _payload, done) => {
  if (reply.statusCode < 300 && !request.audited) done(new Error(`${request.url} is not audited`))
  else done()
}

/** A hook that continues synchronously if it can. */
function hook(step: RouteHooks['beforeBody']): onRequestHookHandler {
  return (request, reply, done) => {
    const pending = step(request, reply)
    if (pending === undefined) done()
    else pending.then(() => done(), done)
  }
}
