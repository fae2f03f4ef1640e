import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RouteOptions } from 'fastify'
import type { InjectOptions, Response } from 'light-my-request'
import { addRoutes, serverOptionsOf } from '../../src/app/serve.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { drainConnections } from '../../src/kernel/http/drain-connections.ts'
import type { Routes, Server } from '../../src/kernel/http/routes.ts'
import { AsciiResponse } from '../../src/kernel/http/send-text.ts'
import { createServer as createFastify, type ServerOptions } from '../../src/kernel/http/server.ts'

/**
 * A Fastify server whose table of some 700 routes is built once and lent to one application after another:
 * building it takes longer than most tests. Each application registers its routes anew, with state of their
 * own; the table only leads to them.
 */
interface Table {
  readonly server: Server
  /** the applications whose routes it can lead to have the same */
  readonly key: string
  borrower: Borrower | null
}

interface Borrower {
  readonly options: ServerOptions
  readonly routes: readonly OwnRoute[]
}

/** ms that requests under way have when a server is closed */
const CLOSING = 8_000

type PreClose = (done: () => void) => unknown

const free: Table[] = []

/**
 * The HTTP server of an application, over a table that is given back when it is closed. It differs from a whole
 * one in this: its metrics count no requests, and it has Node's own limits of time.
 */
export async function borrowHttp(app: App, surfaces: readonly Routes[]): Promise<Server> {
  const options = await serverOptionsOf(app)
  const lent = new LentServer()
  addRoutes(lent as unknown as Server, app, surfaces)
  await lent.borrow(options)
  return lent as unknown as Server
}

/** Routes that share their parsers of bodies; those of the server itself have none of their own. */
interface Scope {
  readonly parsers: ((server: Server) => void)[]
}

interface OwnRoute extends RouteOptions {
  scope: Scope
}

class LentServer {
  readonly routes: OwnRoute[] = []
  #scope: Scope = { parsers: [] }
  readonly server: HttpServer = createServer(
    { ServerResponse: AsciiResponse },
    (request, response) => this.routing(request, response),
  )
  readonly limiter = null
  readonly #preClose: PreClose[] = []
  #table: Table | null = null

  constructor() {
    drainConnections(this as unknown as Server, CLOSING)
  }

  get routing(): Server['routing'] {
    return this.#borrowed.server.routing
  }

  get routeList(): RouteOptions[] {
    return this.#borrowed.server.routeList
  }

  route(route: RouteOptions): void {
    this.routes.push({ ...route, scope: this.#scope })
  }

  register(routes: (server: Server) => Promise<void>): void {
    const outer = this.#scope
    this.#scope = { parsers: [] }
    routes(this as unknown as Server)
    this.#scope = outer
  }

  removeAllContentTypeParsers(): void {
    this.#scope.parsers.push((server) => server.removeAllContentTypeParsers())
  }

  addContentTypeParser(...parser: [never, never, never]): void {
    this.#scope.parsers.push((server) => server.addContentTypeParser(...parser))
  }

  get = this.#shorthand('GET')
  post = this.#shorthand('POST')
  put = this.#shorthand('PUT')
  patch = this.#shorthand('PATCH')
  delete = this.#shorthand('DELETE')

  addHook(name: string, hook: PreClose): void {
    if (name !== 'preClose') throw new Error(`A lent server has no hook ${name}.`)
    this.#preClose.push(hook)
  }

  async borrow(options: ServerOptions): Promise<void> {
    const key = keyOf(options, this.routes)
    const at = free.findIndex((table) => table.key === key)
    const [found] = at < 0 ? [] : free.splice(at, 1)
    this.#table = found ?? (await build(key, options, this.routes))
    this.#table.borrower = { options, routes: this.routes }
    this.#table.server.origin = options.config.origin
  }

  ready(): Promise<void> {
    return Promise.resolve()
  }

  inject(options: InjectOptions): Promise<Response> {
    return this.#borrowed.server.inject(options)
  }

  listen({ host, port }: { host: string; port: number }): Promise<string> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject).listen(port, host, () => {
        resolve(`http://${host}:${(this.server.address() as AddressInfo).port}`)
      })
    })
  }

  async close(): Promise<void> {
    const table = this.#table
    if (table === null) return
    this.#table = null
    for (const hook of this.#preClose) await new Promise<void>((done) => hook(done))
    if (this.server.listening) await new Promise((closed) => this.server.close(closed))
    table.borrower = null
    free.push(table)
  }

  get #borrowed(): Table {
    if (this.#table === null) throw new Error('The server is closed.')
    return this.#table
  }

  #shorthand(method: string) {
    return (
      url: string,
      ...rest: [object, RouteOptions['handler']] | [RouteOptions['handler']]
    ) => {
      const [options, handler] = rest.length === 1 ? [{}, rest[0]] : rest
      this.route({ ...options, method: method as 'GET', url, handler })
    }
  }
}

/** All values of an application that the routing table depends on when it is built. */
function keyOf({ config }: ServerOptions, routes: readonly OwnRoute[]): string {
  const { trustedProxies, rateLimits, limitedFederationMode, mediaBaseUrl } = config
  const shapes = routes.map(({ handler, errorHandler, scope, ...shape }) => shape)
  return JSON.stringify([trustedProxies, rateLimits, limitedFederationMode, mediaBaseUrl, shapes])
}

async function build(
  key: string,
  first: ServerOptions,
  routes: readonly OwnRoute[],
): Promise<Table> {
  let lookup = (): Borrower | null => null
  const borrower = (): Borrower => {
    const found = lookup()
    if (found === null) throw new Error('A request came after its server was closed.')
    return found
  }
  const server = await createFastify({
    ...first,
    clock: () => borrower().options.clock(),
    authenticate: (credential) => borrower().options.authenticate(credential),
    csrfValid: (session, token) => borrower().options.csrfValid(session, token),
    ipBlocked: (address) => borrower().options.ipBlocked(address),
    errorPage: (...page) => borrower().options.errorPage!(...page),
    ownLanguage: () => borrower().options.ownLanguage!(),
    requireSignIn: () => borrower().options.requireSignIn(),
  })
  for (const scope of new Set(routes.map((route) => route.scope))) {
    const add = (within: Server) => {
      for (const setParser of scope.parsers) setParser(within)
      routes.forEach((route, index) => {
        if (route.scope === scope) within.route(leadTo(route, () => borrower().routes[index]!))
      })
    }
    if (scope.parsers.length === 0) add(server)
    else server.register(async (within) => add(within as Server))
  }
  await server.ready()
  const table: Table = { server, key, borrower: null }
  lookup = () => table.borrower
  return table
}

function leadTo({ scope, ...shape }: OwnRoute, own: () => RouteOptions): RouteOptions {
  const refuse = shape.errorHandler && {
    errorHandler(this: Server, ...call: Parameters<NonNullable<RouteOptions['errorHandler']>>) {
      own().errorHandler!.apply(this, call)
    },
  }
  return {
    ...shape,
    handler(...call) {
      return own().handler.apply(this, call)
    },
    ...refuse,
  }
}
