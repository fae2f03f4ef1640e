import { useCallback } from 'preact/hooks'
import type { Status } from '../../../shared/entities/api.ts'
import type { Feed } from '../../feed/feed.ts'
import { useStream } from '../../feed/use-stream.ts'
import type { Post } from '../../state/statuses.ts'
import type { Asked } from './timeline.ts'

/** Keeps the feed of a hashtag, and of those that may stand in for it, up to date. */
export function useTagStreams(feed: Feed<Post>, asked: Asked): void {
  const { tag, any, origin } = asked
  const stream = origin === 'local' ? 'hashtag:local' : 'hashtag'
  const key = JSON.stringify(asked)
  const accepts = useCallback((status: Status) => fits(status, JSON.parse(key) as Asked), [key])
  const [one, two, three, four] = any
  useStream(feed, stream, { tag }, accepts)
  // a rule of hooks: as many in each drawing, which is why there are four of them at most
  useStream(feed, one === undefined ? null : stream, { tag: one ?? '' }, accepts)
  useStream(feed, two === undefined ? null : stream, { tag: two ?? '' }, accepts)
  useStream(feed, three === undefined ? null : stream, { tag: three ?? '' }, accepts)
  useStream(feed, four === undefined ? null : stream, { tag: four ?? '' }, accepts)
}

/** Conditions that the stream's parameters cannot express. */
function fits(status: Status, { all, none, onlyMedia, origin }: Asked): boolean {
  const names = new Set(status.tags.map(({ name }) => name.toLowerCase()))
  const has = (name: string) => names.has(name.toLowerCase())
  if (onlyMedia && status.media_attachments.length === 0) return false
  if (origin === 'remote' && !status.account.acct.includes('@')) return false
  return all.every(has) && !none.some(has)
}
