import { batch, type Signal, signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import { type ApiError, asApiError } from '../../shared/api-error.ts'
import type { AsyncRefresh, Context, Status } from '../../shared/entities/api.ts'
import { findStatus, keepPost, keepStatus, type Post } from '../state/statuses.ts'
import { searchIn } from './async-refresh.ts'

/** A status with what it answers and what answers it. */
export interface Thread {
  id: string
  /** null until it is read */
  focal: Signal<Signal<Status> | null>
  /** why it cannot be shown */
  error: Signal<ApiError | null>
  ancestors: Signal<readonly Post[]>
  descendants: Signal<readonly Post[]>
  /** replies that arrived while it was read: held back until they are asked for, so that nothing moves */
  waiting: Signal<readonly Post[]>
  /** ids of those that waited and are shown */
  fresh: Signal<ReadonlySet<string>>
  /** `failed`: the status is there, what is around it is not */
  context: Signal<'reading' | 'ready' | 'failed'>
  /** replies that other servers have and this one did not: being looked for, or found since */
  missing: Signal<'none' | 'searching' | 'found'>
}

/** Threads that were looked at lately, so that the way back leads to where one was; the oldest go first. */
const recent = new Map<string, Thread>()
const MOST = 8

export function threadOf(id: string): Thread {
  const thread = recent.get(id) ?? createThread(id)
  recent.delete(id)
  recent.set(id, thread)
  const [oldest] = recent.keys()
  if (recent.size > MOST && oldest !== undefined) recent.delete(oldest)
  return thread
}

function createThread(id: string): Thread {
  const known = findStatus(id)
  return {
    id,
    focal: signal(known === undefined ? null : keepStatus(known)),
    error: signal(null),
    ancestors: signal([]),
    descendants: signal([]),
    waiting: signal([]),
    fresh: signal(new Set<string>()),
    context: signal('reading'),
    missing: signal('none'),
  }
}

/** Reads the status and what is around it, or reads both anew. */
export async function readThread(thread: Thread): Promise<void> {
  await Promise.all([readFocal(thread), readContext(thread)])
}

/** Reads anew what somebody is reading, as after a lost connection: replies that came since wait. */
export async function catchUp(thread: Thread): Promise<void> {
  const isRead = thread.context.peek() === 'ready'
  await Promise.all([readFocal(thread), readContext(thread, isRead ? 'hold' : 'show')])
}

async function readFocal(thread: Thread): Promise<void> {
  try {
    const status = await api.get<Status>(`/api/v1/statuses/${thread.id}`)
    thread.focal.value = keepStatus(status.reblog ?? status)
    thread.error.value = null
  } catch (error) {
    const problem = asApiError(error)
    // what was shown before stays where the server only did not answer
    if (problem.status === 404 || thread.focal.peek() === null) thread.error.value = problem
  }
}

async function readContext(thread: Thread, newer: 'show' | 'hold' = 'show'): Promise<void> {
  if (thread.context.peek() === 'failed') thread.context.value = 'reading'
  try {
    const { data, headers } = await api.answer<Context>(`/api/v1/statuses/${thread.id}/context`)
    thread.ancestors.value = data.ancestors.map(keepPost)
    takeReplies(thread, data.descendants.map(keepPost), newer)
    thread.context.value = 'ready'
    void awaitMissing(thread, headers.get('mastodon-async-refresh'))
  } catch {
    if (thread.context.peek() === 'reading') thread.context.value = 'failed'
  }
}

function takeReplies(
  { descendants, waiting }: Thread,
  posts: readonly Post[],
  newer: 'show' | 'hold',
): void {
  const shown = new Set(descendants.peek().map(({ id }) => id))
  const isShown = ({ id }: Post) => newer === 'show' || shown.has(id)
  batch(() => {
    descendants.value = posts.filter(isShown)
    waiting.value = posts.filter((post) => !isShown(post))
  })
}

/** how often it is asked whether the search has ended, at most */
const MOST_ASKED = 20

/** Waits until the server has looked for replies that it does not know. @param header see `searchIn` */
async function awaitMissing(thread: Thread, header: string | null): Promise<void> {
  const search = searchIn(header)
  if (search === null || thread.missing.peek() === 'searching') return
  thread.missing.value = 'searching'
  let found = 0
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    await new Promise((resolve) => setTimeout(resolve, search.pause))
    const path = `/api/v1_alpha/async_refreshes/${encodeURIComponent(search.id)}`
    const refresh = await api.get<{ async_refresh: AsyncRefresh }>(path).catch(() => null)
    if (refresh === null) break
    found = refresh.async_refresh.result_count ?? 0
    if (refresh.async_refresh.status === 'finished') break
  }
  thread.missing.value = found > 0 ? 'found' : 'none'
}

/** Shows the replies that were found since. */
export async function showMissing(thread: Thread): Promise<void> {
  thread.missing.value = 'none'
  await readContext(thread)
}
