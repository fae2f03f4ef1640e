import type { Settings } from '../../features/instance/settings.ts'
import { allowedOrigin, type FeedOrigin } from '../../features/timelines/access.ts'
import { tagChannel } from './channels.ts'
import type { Streamer } from './streamer.ts'

interface PublicStream {
  origin: FeedOrigin
  onlyMedia: boolean
}

const PUBLIC_STREAMS: ReadonlyMap<string, PublicStream> = new Map([
  ['public', { origin: null, onlyMedia: false }],
  ['public:media', { origin: null, onlyMedia: true }],
  ['public:local', { origin: 'local', onlyMedia: false }],
  ['public:local:media', { origin: 'local', onlyMedia: true }],
  ['public:remote', { origin: 'remote', onlyMedia: false }],
  ['public:remote:media', { origin: 'remote', onlyMedia: true }],
])

export function isPublicStream(name: string): boolean {
  return PUBLIC_STREAMS.has(name)
}

/** Properties of a public status that decide which public and hashtag streams carry it. */
export interface Published {
  local: boolean
  hasMedia: boolean
  /** replies to other accounts are on hashtag streams only (S-323) */
  repliesToOther: boolean
  /** normalised names */
  tags: readonly string[]
}

/** A channel, and the feed whose access rules apply to it (S-311). */
export interface Broadcast {
  channel: string
  feed: 'live' | 'hashtag'
  asked: FeedOrigin
}

/** The public and hashtag streams that carry a public status; the rules are those of the timelines of the same name. */
export function broadcastsOf(status: Published): Broadcast[] {
  const origin = status.local ? 'local' : 'remote'
  const broadcasts: Broadcast[] = []
  for (const [channel, stream] of status.repliesToOther ? [] : PUBLIC_STREAMS) {
    if (stream.origin !== null && stream.origin !== origin) continue
    if (stream.onlyMedia && !status.hasMedia) continue
    broadcasts.push({ channel, feed: 'live', asked: stream.origin })
  }
  for (const name of status.tags) {
    broadcasts.push({ channel: tagChannel('hashtag', name), feed: 'hashtag', asked: null })
    if (!status.local) continue
    broadcasts.push({ channel: tagChannel('hashtag:local', name), feed: 'hashtag', asked: 'local' })
  }
  return broadcasts
}

/** Whether the settings let the viewer see statuses of that origin on this stream (A47). */
export function mayWatch(
  known: Settings,
  { viewer }: Streamer,
  { feed, asked }: Broadcast,
  local: boolean,
): boolean {
  const allowed = allowedOrigin(known, feed, viewer, asked)
  return allowed === null || allowed === (local ? 'local' : 'remote')
}
