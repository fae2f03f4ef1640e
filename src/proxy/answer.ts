import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { StorageFull } from '../errors.ts'
import { spend } from '../http/rate-limits/limiter.ts'
import { createGate } from '../processing/gate.ts'
import { PROTECTED, sendFile } from '../storage/serve.ts'
import { findCached } from './cache.ts'
import { fetchAndKeep, STILL } from './fetch.ts'
import { passThrough } from './pass-through.ts'
import type { Source } from './sources.ts'

/** files that are fetched at once */
const AT_ONCE = 8
/** ms */
const SHRINK_DELAY = 60_000
/** The file behind an address may change. */
const CACHING = 'public, max-age=86400'

/** @param still the first frame, where the picture moves */
export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  source: Source,
  still?: boolean,
) => Promise<FastifyReply>

/** Answers with remote files: kept ones at once, others when they have been fetched, once for all who wait. */
export function createProxy(app: App): Answer {
  const gate = createGate(AT_ONCE)
  const running = new Map<string, Promise<void>>()

  const fetchOnce = (source: Source): Promise<void> => {
    const known = running.get(source.id)
    if (known !== undefined) return known
    const fetching = gate(() => fetchAndKeep(app, source)).finally(() => running.delete(source.id))
    running.set(source.id, fetching)
    return fetching
  }
  return async (request, reply, source, still = false) => {
    const known = await findKey(app, source, still)
    const caching = source.forStaff === true ? 'private, no-store' : CACHING
    if (known !== null) return sendFile(app.storage, known, request, reply, { caching })
    if (source.id.startsWith('media/')) spend(request, 'media_proxy')
    try {
      await fetchOnce(source)
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      reply.headers({ ...PROTECTED, 'cache-control': 'no-store' })
      return passThrough(app, source, reply)
    }
    await limitCache(app)
    const key = await findKey(app, source, still)
    // it may have been dropped at once, where the cache is very small
    if (key === null) return passThrough(app, source, reply.headers(PROTECTED))
    return sendFile(app.storage, key, request, reply, { caching })
  }
}

async function findKey(app: App, { id, url }: Source, still: boolean): Promise<string | null> {
  const stillKey = still ? await findCached(app, id + STILL, url) : null
  return stillKey ?? findCached(app, id, url)
}

/** A job looks a little later whether room must be made: one for all that comes until then. */
async function limitCache(app: App): Promise<void> {
  const runAt = app.clock() + SHRINK_DELAY
  await app.transact(async (tx) =>
    tx.enqueue({ kind: 'proxy.shrink', payload: {}, uniqueKey: 'shrink', runAt }),
  )
}
