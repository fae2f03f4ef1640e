import { useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import type { Markers } from '../../shared/entities/api.ts'
import { currentCsrfToken } from '../../shared/session.ts'
import type { Feed } from './feed.ts'
import { isNewer } from './order.ts'
import { topEntry } from './scroll-place.ts'

const PATH = '/api/v1/markers'
/** ms that somebody has to stay before it counts as read */
const STAY = 1500
/** how often a position is tried that another device moved at the same moment */
const TRIES = 3

/** as the server knows it; undefined until it was asked */
let saved: string | null | undefined

/** Id of the newest status of the home timeline that was read, on whichever device. */
export async function readPosition(): Promise<string | null> {
  const markers = await api.get<Markers>(PATH, { timeline: ['home'] })
  saved = markers.home?.last_read_id ?? null
  return saved
}

/** Tells how far the home timeline was read; never back, as older posts may be looked at again. */
async function savePosition(id: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (saved && !isNewer(id, saved)) return
    const response = await send(id).catch(() => null)
    if (response?.ok) saved = id
    if (response?.status !== 409) return
    // another device was there first, and may have come further
    await readPosition().catch(() => null)
  }
}

/** It arrives even if the page is closed meanwhile. */
function send(id: string): Promise<Response> {
  return fetch(PATH, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-csrf-token': currentCsrfToken() },
    body: JSON.stringify({ home: { last_read_id: id } }),
  })
}

/** Keeps the read position of the home timeline, while it is looked at. */
export function useReadPosition(feed: Feed<unknown>): void {
  const { blocks } = feed
  const isRead = blocks.value.length > 0
  useEffect(() => {
    if (!isRead) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      const top = topEntry()
      const unread = feed.waiting.peek().at(-1)
      // what the person posted themselves stands above what still waits
      const isAhead = unread !== undefined && top !== null && isNewer(top.key, feed.idOf(unread))
      if (top !== null && !isAhead) void savePosition(top.key)
    }
    const later = () => {
      timer ??= setTimeout(save, STAY)
    }
    const now = () => {
      if (document.hidden && timer !== undefined) save()
    }
    later()
    const stop = blocks.subscribe(later)
    addEventListener('scroll', later, { passive: true })
    document.addEventListener('visibilitychange', now)
    addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      stop()
      removeEventListener('scroll', later)
      document.removeEventListener('visibilitychange', now)
      removeEventListener('pagehide', save)
    }
  }, [isRead, feed, blocks])
}
