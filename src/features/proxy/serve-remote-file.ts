import type { FastifyReply, FastifyRequest } from 'fastify'
import { StorageFull, StorageUnreachable } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import { PROTECTED, sendElsewhere, sendFile, servedElsewhere } from '../../kernel/storage/serve.ts'
import { findCached } from './cache.ts'
import { fetchAndKeep, STILL } from './fetch.ts'
import type { Source } from './remote-files.ts'
import { createFetchSlots } from './slots.ts'
import { passThrough } from './stream-uncached.ts'

/** ms */
const SHRINK_DELAY = 60_000
/** The file behind a URL may change. */
const CACHING = 'public, max-age=86400'

/** @param still the first frame, if the picture is animated */
export type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  source: Source,
  still?: boolean,
) => Promise<FastifyReply>

/** Serves remote files: cached ones at once, others after one fetch for all concurrent requests. */
export function createProxy(app: App): Answer {
  const inSlot = createFetchSlots()
  const running = new Map<string, Promise<void>>()

  const fetchOnce = (source: Source): Promise<void> => {
    const known = running.get(source.id)
    if (known !== undefined) return known
    const fetching = inSlot(source, (timed) => fetchAndKeep(app, source, timed)).finally(() =>
      running.delete(source.id),
    )
    running.set(source.id, fetching)
    return fetching
  }
  return async (request, reply, source, still = false) => {
    const known = await findKey(app, source, still)
    try {
      if (known !== null) return await sendCached(app, known, request, reply, source)
      if (source.id.startsWith('media/')) await spend(request, 'media_proxy')
      await fetchOnce(source)
    } catch (error) {
      if (!(error instanceof StorageFull || error instanceof StorageUnreachable)) throw error
      reply.headers({ ...PROTECTED, 'cache-control': 'no-store' })
      return passThrough(app, source, reply, inSlot)
    }
    await limitCache(app)
    const key = await findKey(app, source, still)
    // evicted at once if the cache is very small
    if (key === null) return passThrough(app, source, reply.headers(PROTECTED), inSlot)
    return sendCached(app, key, request, reply, source)
  }
}

async function sendCached(
  app: App,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { forStaff = false }: Source,
) {
  const elsewhere = servedElsewhere(app.config)
  if (elsewhere !== null && !forStaff) return sendElsewhere(elsewhere, key, reply)
  const caching = forStaff ? 'private, no-store' : CACHING
  return sendFile(app.storage, key, request, reply, { caching })
}

async function findKey(app: App, { id, url }: Source, still: boolean): Promise<string | null> {
  const stillKey = still ? await findCached(app, id + STILL, url) : null
  return stillKey ?? findCached(app, id, url)
}

/** Enqueues the job that evicts files after a delay: one job for all files cached until then. */
async function limitCache(app: App): Promise<void> {
  const runAt = app.clock() + SHRINK_DELAY
  await app.transact(async (tx) =>
    tx.enqueue({ kind: 'proxy.shrink', payload: {}, uniqueKey: 'shrink', runAt }),
  )
}
