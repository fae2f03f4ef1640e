import { useContext, useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import type { Markers } from '../../shared/entities/api.ts'
import { currentCsrfToken, viewer } from '../../shared/session.ts'
import { webSetting } from '../state/web-settings.ts'
import type { Feed, ReadPosition } from './feed.ts'
import { beginsAtNewest } from './home-start.ts'
import { isNewer } from './id-order.ts'
import { topEntry } from './scroll-position.ts'
import { heardAt, Scroller } from './scroller.ts'

const PATH = '/api/v1/markers'
/** ms that somebody has to stay before it counts as read */
const STAY = 1500
/** how often a position is tried that another device moved at the same moment */
const TRIES = 3

/** as the server knows it; undefined until it was asked */
let saved: string | null | undefined

async function readSaved(): Promise<Markers['home']> {
  const { home } = await api.get<Markers>(PATH, { timeline: ['home'] })
  saved = home?.last_read_id ?? null
  return home
}

/** Where the home timeline begins: where it was read to, on whichever device, or at its newest. */
export async function readPosition(): Promise<ReadPosition> {
  const home = await readSaved()
  const kept = keptLeft()
  if (home === undefined) return { begin: null, left: kept }
  const wish = {
    start: webSetting('home_start').value,
    absence: webSetting('home_absence').value,
  }
  const isAtNewest = beginsAtNewest(wish, Date.now() - Date.parse(home.updated_at))
  if (!isAtNewest) return { begin: home.last_read_id, left: kept }
  // who comes again before they went back has not come further
  const left = kept ?? home.last_read_id
  keepLeft(left)
  return { begin: null, left }
}

/** the way back outlives the page: the position itself moves on as soon as the newest is looked at */
const LEFT = `rookery.home.left.${viewer?.account_id ?? ''}`

function keptLeft(): string | null {
  try {
    return localStorage.getItem(LEFT)
  } catch {
    return null
  }
}

function keepLeft(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(LEFT)
    else localStorage.setItem(LEFT, id)
  } catch {
    // a browser that keeps nothing: the way back is there until the page is left
  }
}

/** Tells how far the home timeline was read; never back, as older posts may be looked at again. */
async function savePosition(id: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (saved && !isNewer(id, saved)) return
    const response = await send(id).catch(() => null)
    if (response?.ok) saved = id
    if (response?.status !== 409) return
    // another device was there first, and may have come further
    await readSaved().catch(() => null)
  }
}

/** It arrives even if the page is closed meanwhile. */
async function send(id: string): Promise<Response> {
  const response = await fetch(PATH, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-csrf-token': currentCsrfToken() },
    body: JSON.stringify({ home: { last_read_id: id } }),
  })
  // an answer that nobody reads holds its connection, of which there are six
  await response.arrayBuffer()
  return response
}

/** Keeps the read position of the home timeline, while it is looked at. */
export function useReadPosition(feed: Feed<unknown>): void {
  const { blocks } = feed
  const scroller = useContext(Scroller)
  const isRead = blocks.value.length > 0
  useEffect(() => {
    if (!isRead) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      const top = topEntry(scroller)
      const left = feed.left.peek()
      if (top !== null && left !== null && !isNewer(top.key, left)) feed.forgetLeft()
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
    let before = feed.left.peek()
    const stopLeft = feed.left.subscribe((now) => {
      if (before !== null && now === null) keepLeft(null)
      before = now
    })
    const heard = heardAt(scroller)
    heard.addEventListener('scroll', later, { passive: true })
    document.addEventListener('visibilitychange', now)
    addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      stop()
      stopLeft()
      heard.removeEventListener('scroll', later)
      document.removeEventListener('visibilitychange', now)
      removeEventListener('pagehide', save)
    }
  }, [isRead, feed, blocks, scroller])
}
