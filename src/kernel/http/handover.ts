import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from './has-body.ts'
import type { Server } from './routes.ts'

/** Thrown in a process that only reads, instead of an effect: the request is passed on to the writer as a whole. */
export class NeedsWriter extends Error {
  constructor() {
    super('Only the writer may do this')
    this.name = new.target.name
  }
}

/** Passes requests to the process that may answer them, from one that only reads. */
export interface Handover {
  /** @throws NeedsWriter, and has the running request passed on, whatever becomes of the error */
  demandWriter(): never
  /** whether an error is, or was made of, the one that `demandWriter` throws */
  isDemand(error: unknown): boolean
  /** to be called before other hooks are added */
  install(server: Server): void
}

export interface HandoverOptions {
  /** called at the start of each request, which fails if this throws */
  begin(): void
  /** answers a request with the writer's answer */
  pass(request: IncomingMessage, response: ServerResponse, more: PassOptions): void
}

export interface PassOptions {
  /** the rate limits have counted it here */
  isCounted: boolean
  /** for the answer, unless it has them */
  headers: Readonly<Record<string, string>>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** another process answers it, or has to */
    isElsewhere: boolean
  }
  interface FastifyContextConfig {
    /** only the writer answers it, though it is a GET: it tells of all processes, or asks a service */
    byWriter?: true
  }
}

const LOCAL_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function createHandover({ begin, pass }: HandoverOptions): Handover {
  const running = new AsyncLocalStorage<FastifyRequest>()
  const hand = (request: FastifyRequest, reply: FastifyReply, more: PassOptions) => {
    request.isElsewhere = true
    reply.hijack()
    pass(request.raw, reply.raw, more)
  }
  return {
    demandWriter() {
      const request = running.getStore()
      if (request !== undefined) request.isElsewhere = true
      throw new NeedsWriter()
    },
    isDemand,
    install(server) {
      server.addHook('onRequest', (request, reply, done) => {
        try {
          begin()
        } catch (error) {
          return done(error as Error)
        }
        if (isForWriter(request)) hand(request, reply, { isCounted: false, headers: {} })
        else running.run(request, done)
      })
      // also where a handler made another error, or an answer, of the one thrown above
      server.addHook('onSend', (request, reply, payload, done) => {
        if (!request.isElsewhere) return done(null, payload)
        discard(payload)
        hand(request, reply, { isCounted: true, headers: limitsOf(reply) })
      })
    },
  }
}

function isDemand(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NeedsWriter) return true
  }
  return false
}

/** A reader leaves bodies alone: a GET with one is rare. */
function isForWriter({ raw, method, routeOptions }: FastifyRequest): boolean {
  return !LOCAL_METHODS.has(method) || hasBody(raw) || routeOptions.config?.byWriter === true
}

function discard(payload: unknown): void {
  const stream = payload as Readable | null
  if (typeof stream?.destroy === 'function') stream.destroy()
}

function limitsOf(reply: FastifyReply): Record<string, string> {
  const own = Object.entries(reply.getHeaders()).filter(([name]) => name.startsWith('x-ratelimit-'))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}
