import { batch } from '@preact/signals'
import { ApiError } from '../../shared/api-error.ts'
import type { Status } from '../../shared/entities/api.ts'
import { changeStatus, keepPost, type Post } from '../state/statuses.ts'
import type { Thread } from './thread.ts'

type Heard = Pick<Thread, 'id' | 'error' | 'ancestors' | 'descendants' | 'waiting' | 'fresh'>

/** Takes what the stream tells, as far as it concerns a thread. @param viewerId whose own replies do not wait */
export function hear(
  thread: Heard,
  event: string,
  payload: string,
  viewerId: string | null = null,
): void {
  if (event === 'update') hearReply(thread, JSON.parse(payload) as Status, viewerId)
  if (event === 'notification') {
    const { status } = JSON.parse(payload) as { status?: Status | null }
    if (status != null) hearReply(thread, status, viewerId)
  }
  if (event === 'status.update') {
    const status = JSON.parse(payload) as Status
    changeStatus(status.id, status)
  }
  if (event === 'delete') hearDeletion(thread, payload)
}

/** Takes a status that arrived by itself, if it belongs here. It waits, unless the person wrote it. */
export function hearReply(thread: Heard, status: Status, viewerId: string | null): void {
  const { in_reply_to_id: to, id, account } = status
  const there = thread.descendants.peek()
  const waiting = thread.waiting.peek()
  const isKnown = (wanted: string) => [...there, ...waiting].some((post) => post.id === wanted)
  if (to === null || isKnown(id) || !(to === thread.id || isKnown(to))) return
  // an answer of one's own stands under what it answers: what is answered has been read
  const isShown = account.id === viewerId && !waiting.some((post) => post.id === to)
  if (isShown) thread.descendants.value = [...there, keepPost(status)]
  else thread.waiting.value = [...waiting, keepPost(status)]
}

/** Shows the replies that waited. @returns the first of them */
export function showWaiting({ descendants, waiting, fresh }: Heard): Post | undefined {
  const posts = waiting.peek()
  batch(() => {
    descendants.value = [...descendants.peek(), ...posts]
    fresh.value = new Set(posts.map(({ id }) => id))
    waiting.value = []
  })
  return posts[0]
}

/** Takes a status out that was deleted. */
function hearDeletion(thread: Heard, id: string): void {
  if (id === thread.id) thread.error.value = new ApiError(404, {})
  const without = (posts: readonly Post[]) => posts.filter((post) => post.id !== id)
  thread.ancestors.value = without(thread.ancestors.peek())
  thread.descendants.value = without(thread.descendants.peek())
  thread.waiting.value = without(thread.waiting.peek())
}
