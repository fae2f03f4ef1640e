import type { FastifyReply, FastifyRequest } from 'fastify'
import { TooManyRequests } from '../../base/errors.ts'
import type { SharedCounts } from '../../counters/shared-counts.ts'
import { clientAddress, clientNetwork } from '../client-address.ts'
import { BUCKETS, type Bucket, type BucketName, type Per } from './buckets.ts'
import { type Counter, createCounter } from './counter.ts'
import { createSharedLimits, type Shared, shareSoon } from './shared-counter.ts'

/** The rate limits. Functions return a promise if they ask the store that processes share, and throw or reject alike. */
export interface Limiter {
  /** counts a request in the buckets of its route and sets the headers of S-049 */
  enter(request: FastifyRequest, reply: FastifyReply, names: readonly BucketName[]): MaybeLater
  /** counts one more in a bucket */
  spend(request: FastifyRequest, name: BucketName): MaybeLater
  spendKey(name: BucketName, key: string): MaybeLater
}

type MaybeLater = Promise<void> | undefined

/** The bucket state of a request, for its headers. */
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
 * Counts one more in a bucket of this request, for actions that count only when they happen, such as a new
 * status. Call it before the action.
 * @throws TooManyRequests if nothing is left
 */
export async function spend(request: FastifyRequest, name: BucketName): Promise<void> {
  await request.server.limiter?.spend(request, name)
}

/**
 * Counts one more in a bucket that belongs to neither account nor address.
 * @param key an id, or the normal form of a text from outside: all its spellings count as one (A65)
 * @throws TooManyRequests if nothing is left
 */
export async function spendKey(
  request: FastifyRequest,
  name: BucketName,
  key: string,
): Promise<void> {
  await request.server.limiter?.spendKey(name, key)
}

/**
 * @param clock ms since 1970
 * @param counts of all processes, or null if this is the only one
 */
export function createLimiter(clock: () => number, counts: SharedCounts | null): Limiter {
  const counters = createCounters(counts)
  const limits = counts === null ? null : createSharedLimits(counts)

  function* counted(names: readonly BucketName[], request: FastifyRequest, standing: Standing) {
    for (const name of names) {
      for (const counter of counters[name]) {
        const key = keyFor(counter.bucket.per, request, standing)
        if (key !== null) yield { name, counter, key }
      }
    }
  }
  function enter(request: FastifyRequest, names: readonly BucketName[], state: State): void {
    const { standing, shared } = state
    const now = clock()
    let nearest: Counter | null = null
    for (const name of names) {
      for (const counter of counters[name]) {
        const key = keyFor(counter.bucket.per, request, standing)
        if (key === null) continue
        const looks = counter.bucket.action === true
        const left = looks ? leftOf(counter, key, now, shared) : take(counter, key, now, state)
        if (left >= standing.left) continue
        standing.left = left
        nearest = counter
      }
    }
    if (nearest !== null) showHeaders(standing, nearest)
  }
  function spend(request: FastifyRequest, name: BucketName, state: State): void {
    const { standing } = state
    for (const counter of counters[name]) {
      const key = keyFor(counter.bucket.per, request, standing)
      if (key === null) continue
      const left = take(counter, key, clock(), state)
      if (left > standing.left) continue
      standing.left = left
      showHeaders(standing, counter)
    }
  }
  return {
    enter(request, reply, names) {
      const standing = startStanding(request, reply)
      const asked = limits?.ask(counted(names, request, standing), clock(), true)
      return after(asked, (shared) => enter(request, names, { standing, shared }))
    },
    spend(request, name) {
      const standing = request.standing ?? startStanding(request, null)
      const asked = limits?.ask(counted([name], request, standing), clock(), false)
      return after(asked, (shared) => spend(request, name, { standing, shared }))
    },
    spendKey(name, given) {
      const key = given.trim().toLowerCase().slice(0, 320)
      const all = counters[name].map((counter) => ({ name, counter, key }))
      return after(limits?.ask(all, clock(), false), (shared) => {
        for (const { counter } of all) take(counter, key, clock(), { standing: null, shared })
      })
    },
  }
}

function after(asked: Promise<Shared> | undefined, count: (shared: Shared) => void): MaybeLater {
  if (asked !== undefined) return asked.then(count)
  count(null)
  return undefined
}

function createCounters(counts: SharedCounts | null): Record<BucketName, readonly Counter[]> {
  const entries = Object.entries(BUCKETS).map(([name, buckets]) => [
    name,
    buckets.map((bucket: Bucket) => counterOf(name as BucketName, bucket, counts)),
  ])
  return Object.fromEntries(entries)
}

function counterOf(name: BucketName, bucket: Bucket, counts: SharedCounts | null): Counter {
  const counter = createCounter(bucket)
  return counts === null ? counter : shareSoon(name, counter, counts)
}

function startStanding(request: FastifyRequest, reply: FastifyReply | null): Standing {
  const network = clientNetwork(clientAddress(request))
  const standing: Standing = { reply, network, left: Number.POSITIVE_INFINITY }
  request.standing = standing
  return standing
}

interface State<Shown extends Standing | null = Standing> {
  standing: Shown
  shared: Shared
}

/** The lower of two counts: where the store was emptied, this process still knows what it counted itself. */
function leftOf(counter: Counter, key: string, now: number, shared: Shared): number {
  return Math.min(counter.left(key, now), shared?.get(counter) ?? counter.bucket.limit)
}

/** @throws TooManyRequests */
function take(
  counter: Counter,
  key: string,
  now: number,
  { standing, shared }: State<Standing | null>,
): number {
  const left = Math.min(counter.take(key, now), shared?.get(counter) ?? counter.bucket.limit)
  if (left >= 0) return left
  if (standing !== null) {
    standing.left = 0
    showHeaders(standing, counter)
  }
  throw new TooManyRequests(counter.endsAt())
}

/** For the bucket that is closest to exhaustion. */
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
