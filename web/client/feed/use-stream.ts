import { useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import type { Status } from '../../shared/entities/api.ts'
import { viewer } from '../../shared/session.ts'
import { changeStatus, keepPost, type Post } from '../state/statuses.ts'
import type { Feed } from './feed.ts'
import { removeStatus } from './feed-cache.ts'
import { usePull } from './pulled-feed.ts'
import { listen, lives } from './streaming.ts'

const everything = () => true

/**
 * Keeps a feed of statuses up to date by a stream.
 * @param stream null: it has none
 * @param accepts what of it belongs there; the same function as long as it decides the same
 */
export function useStream(
  feed: Feed<Post>,
  stream: string | null,
  params: Readonly<Record<string, string>> = {},
  accepts: (status: Status) => boolean = everything,
): void {
  const rest = JSON.stringify(params)
  usePull(feed)
  useEffect(() => {
    // streams are for who has an account
    if (stream === null || viewer === null) return
    lives.value = new Set([...lives.peek(), feed.key])
    const stop = listen({
      stream,
      params: JSON.parse(rest),
      hear: (event, payload) => hear({ feed, accepts }, event, payload),
      catchUp: () =>
        void feed
          .start()
          .then(() => feed.readNewer())
          .catch(() => {}),
    })
    return () => {
      stop()
      lives.value = new Set([...lives.peek()].filter((key) => key !== feed.key))
    }
  }, [feed, stream, rest, accepts])
}

/** Keeps posts that are in no feed up to date, as far as they come to home: edits and deletions. */
export function useChanges(): void {
  useEffect(() => listen({ stream: 'user', params: {}, hear: hearChange, catchUp: () => {} }), [])
}

interface Hearer {
  feed: Feed<Post>
  accepts: (status: Status) => boolean
}

function hear({ feed, accepts }: Hearer, event: string, payload: string): void {
  if (event === 'update') {
    const status = JSON.parse(payload) as Status
    if (accepts(status)) take(feed, status)
  }
  hearChange(event, payload)
  if (event === 'filters_changed') void readFilters(feed)
}

function hearChange(event: string, payload: string): void {
  if (event === 'status.update') {
    const status = JSON.parse(payload) as Status
    changeStatus(status.id, status)
  }
  if (event === 'delete') removeStatus(payload)
}

/** Shows statuses of the viewer at once; other statuses wait. */
function take(feed: Feed<Post>, status: Status): void {
  const post = keepPost(status)
  feed.receive(post)
  if (status.account.id === viewer?.account_id) feed.add(post)
}

/** posts at the top of a feed that are asked about again, in the one call that the API allows */
const FILTERED_ANEW = 20

/** The person's filters are others now: what of them is met. */
async function readFilters(feed: Feed<Post>): Promise<void> {
  const posts = feed.blocks.peek().flatMap(({ entries }) => entries)
  const id = posts.slice(0, FILTERED_ANEW).map((post) => post.id)
  if (id.length === 0) return
  const statuses = await api.get<Status[]>('/api/v1/statuses', { id }).catch(() => [])
  for (const status of statuses) keepPost(status)
}
