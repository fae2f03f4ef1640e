import { type Signal, signal } from '@preact/signals'
import { api } from '../../shared/api.ts'
import type { Status } from '../../shared/entities/api.ts'
import { findStatus, keepPost, keepStatus, type Post } from '../state/statuses.ts'

/** Posts that conversations of a feed answer, but that are no entries of it; null until they are read. The oldest go first. */
const known = new Map<string, Signal<Post | null>>()
const MOST = 200
/** ids in one API request, at most */
const AT_ONCE = 20

let wanted = new Set<string>()

/** A status by its id, read together with the others that are wanted. */
export function parentOf(id: string): Signal<Post | null> {
  const there = known.get(id)
  if (there !== undefined) return there
  const status = findStatus(id)
  const made = signal(status === undefined ? null : keepPost(status))
  known.set(id, made)
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
  if (status !== undefined) return made
  if (wanted.size === 0) queueMicrotask(() => void readWanted())
  wanted.add(id)
  return made
}

/** Shows parents no more that are gone, as entries of feeds are. */
export function forgetParents(isGone: (post: Post) => boolean): void {
  for (const parent of known.values()) {
    const post = parent.peek()
    if (post !== null && isGone(post)) parent.value = null
  }
}

/** Reads posts that conversations answer, so that they are there when those are drawn. */
export async function readParents(ids: readonly string[]): Promise<void> {
  for (const id of ids) parentOf(id)
  // those that are wanted are asked for at the end of this step
  await null
  await reading
}

let reading: Promise<unknown> = Promise.resolve()

function readWanted(): Promise<unknown> {
  const ids = [...wanted]
  wanted = new Set()
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) =>
    readSome(ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE)),
  )
  reading = Promise.all(parts)
  return reading
}

async function readSome(id: readonly string[]): Promise<void> {
  const statuses = await api.get<Status[]>('/api/v1/statuses', { id: [...id] }).catch(() => {
    // whoever draws the conversation next asks again
    for (const one of id) known.delete(one)
    return []
  })
  for (const status of statuses) {
    const there = known.get(status.id)
    const own = keepStatus(status)
    if (there !== undefined) there.value = { id: status.id, own, shown: own }
  }
}
