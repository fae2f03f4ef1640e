import { signal } from '@preact/signals'
import { api, type Page } from '../../../shared/api.ts'
import { type ApiError, asApiError } from '../../../shared/api-error.ts'
import type { Status } from '../../../shared/entities/api.ts'
import { HOME, removeElsewhere } from '../../feed/feed-cache.ts'
import { keepPost, type Post } from '../../state/statuses.ts'
import { isHidden } from '../../status/filters.ts'
import { textOf } from '../../status/words.ts'
import { type Entry, entriesOf, type Given, type Span } from './digest.ts'

/** posts that are read at most: 20 pages of the API */
export const MOST_POSTS = 800
const PAGE = 40

export interface Progress {
  read: number
  /** 0 to 1: how far back it has come */
  share: number
}

export interface Digest {
  entries: readonly Entry<Post>[]
  span: Span
  /** older ones are missing */
  isCut: boolean
}

/** The digest that was read last: kept as long as the client is open, so that the way back from a post finds it. */
export const digest = signal<Digest | null>(null)
export const progress = signal<Progress | null>(null)
export const problem = signal<ApiError | null>(null)

removeElsewhere((isGone) => {
  const there = digest.peek()
  if (there === null) return
  const entries = there.entries.filter(({ post }) => !isGone(post))
  if (entries.length < there.entries.length) digest.value = { ...there, entries }
})

/** the reading that counts: another one, or stopping, ends it */
let current = 0

/** Reads what came to home in the last hours. */
export async function readHours(hours: number): Promise<void> {
  current += 1
  const mine = current
  const to = Date.now()
  const from = to - hours * 3_600_000
  digest.value = null
  problem.value = null
  progress.value = { read: 0, share: 0 }
  try {
    const found = await readBack({ from, to }, () => current === mine)
    if (current === mine) digest.value = found
  } catch (error) {
    if (current === mine) problem.value = asApiError(error)
  }
  if (current === mine) progress.value = null
}

export function stopReading(): void {
  current += 1
  progress.value = null
}

export function startAnew(): void {
  stopReading()
  digest.value = null
  problem.value = null
}

async function readBack(span: Span, isWanted: () => boolean): Promise<Digest> {
  const given: Given<Post>[] = []
  let read = 0
  let cursor: Record<string, string> | null = {}
  let oldest = span.to
  while (cursor !== null && read < MOST_POSTS && isWanted()) {
    const page: Page<Status> = await api.page<Status>(HOME, { limit: PAGE, ...cursor })
    read += page.items.length
    const within = page.items.filter(({ created_at }) => Date.parse(created_at) >= span.from)
    given.push(...within.filter((own) => !isHidden(own.reblog ?? own, 'home')).map(givenOf))
    oldest = Math.min(oldest, ...page.items.map(({ created_at }) => Date.parse(created_at)))
    // boosts and late deliveries stand between others: it is over when a whole page is older
    cursor = within.length === 0 ? null : page.next
    if (isWanted()) progress.value = { read, share: shareOf(oldest, span) }
  }
  const isCut = cursor !== null
  return {
    entries: entriesOf(given),
    span: isCut ? { ...span, from: Math.max(span.from, oldest) } : span,
    isCut,
  }
}

const shareOf = (oldest: number, { from, to }: Span): number =>
  Math.min(1, (to - oldest) / (to - from))

const givenOf = (own: Status): Given<Post> => ({
  own,
  post: keepPost(own),
  length: textOf((own.reblog ?? own).content).length,
})
