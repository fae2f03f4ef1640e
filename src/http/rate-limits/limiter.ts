import type { FastifyReply, FastifyRequest } from 'fastify'
import { TooManyRequests } from '../../errors.ts'
import { clientAddress, clientNetwork } from '../client-address.ts'
import { BUCKETS, type BucketName, type Per } from './buckets.ts'
import { type Counter, createCounter } from './counter.ts'

/** Keeps the counts of one process. */
export interface Limiter {
  /** counts a request against the buckets of its route and puts the headers of S-049 on the reply */
  enter(request: FastifyRequest, reply: FastifyReply, names: readonly BucketName[]): void
  /** counts one more in a bucket */
  spend(request: FastifyRequest, name: BucketName): void
  spendKey(name: BucketName, key: string): void
}

/** How near a request is to a limit: what its headers say. */
interface Standing {
  readonly reply: FastifyReply | null
  readonly network: string
  left: number
}

declare module 'fastify' {
  interface FastifyInstance {
    limiter: Limiter | null
  }
  interface FastifyRequest {
    standing: Standing | null
  }
}

/**
 * Counts one more in a bucket of this request: for what only counts when it happens, such as a new
 * status. Call it before the thing is done.
 * @throws TooManyRequests if nothing is left
 */
export function spend(request: FastifyRequest, name: BucketName): void {
  request.server.limiter?.spend(request, name)
}

/**
 * Counts one more in a bucket that belongs to neither account nor address.
 * @param key an id, or the normal form of a text that strangers type: each way to write it counts for one (A65)
 * @throws TooManyRequests if nothing is left
 */
export function spendKey(request: FastifyRequest, name: BucketName, key: string): void {
  request.server.limiter?.spendKey(name, key)
}

/** @param clock ms since 1970 */
export function createLimiter(clock: () => number): Limiter {
  const counters = createCounters()
  return {
    enter(request, reply, names) {
      const now = clock()
      const standing = startStanding(request, reply)
      let nearest: Counter | null = null
      for (const name of names) {
        for (const counter of counters[name]) {
          const key = keyFor(counter.bucket.per, request, standing)
          if (key === null) continue
          const left =
            counter.bucket.action === true
              ? counter.left(key, now)
              : take(counter, key, now, standing)
          if (left >= standing.left) continue
          standing.left = left
          nearest = counter
        }
      }
      if (nearest !== null) showHeaders(standing, nearest)
    },
    spend(request, name) {
      const standing = request.standing ?? startStanding(request, null)
      for (const counter of counters[name]) {
        const key = keyFor(counter.bucket.per, request, standing)
        if (key === null) continue
        const left = take(counter, key, clock(), standing)
        if (left > standing.left) continue
        standing.left = left
        showHeaders(standing, counter)
      }
    },
    spendKey(name, key) {
      const plain = key.trim().toLowerCase().slice(0, 320)
      for (const counter of counters[name]) take(counter, plain, clock(), null)
    },
  }
}

function createCounters(): Record<BucketName, readonly Counter[]> {
  const entries = Object.entries(BUCKETS).map(([name, buckets]) => [
    name,
    buckets.map((bucket) => createCounter(bucket)),
  ])
  return Object.fromEntries(entries)
}

function startStanding(request: FastifyRequest, reply: FastifyReply | null): Standing {
  const network = clientNetwork(clientAddress(request))
  const standing: Standing = { reply, network, left: Number.POSITIVE_INFINITY }
  request.standing = standing
  return standing
}

function take(counter: Counter, key: string, now: number, standing: Standing | null): number {
  const left = counter.take(key, now)
  if (left >= 0) return left
  if (standing !== null) {
    standing.left = 0
    showHeaders(standing, counter)
  }
  throw new TooManyRequests(counter.endsAt())
}

/** Of the bucket that is closest to exhaustion. */
function showHeaders({ reply, left }: Standing, counter: Counter): void {
  if (reply === null) return
  reply.header('x-ratelimit-limit', counter.bucket.limit)
  reply.header('x-ratelimit-remaining', left)
  reply.header('x-ratelimit-reset', counter.endsAtText())
}

function keyFor(per: Per, request: FastifyRequest, standing: Standing): string | null {
  const auth = request.auth
  switch (per) {
    case 'user':
      return auth?.user?.id ?? null
    case 'token':
      return auth?.tokenId ?? auth?.sessionId ?? null
    case 'network':
      return standing.network
    case 'stranger':
      return auth?.user ? null : standing.network
    default:
      return null
  }
}
