import type { Origin } from '../../feed/access.tsx'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'

/** Parameters of a hashtag timeline, from the address. */
export interface Asked {
  tag: string
  origin: Origin
  onlyMedia: boolean
  /** further hashtags: one of them is enough; all have to be there; none may be */
  any: readonly string[]
  all: readonly string[]
  none: readonly string[]
}

/** further hashtags of a kind: more are not counted by the server */
export const MOST_TAGS = 4

export function askedOf(tag: string, query: Readonly<Record<string, string>>): Asked {
  const { from } = query
  return {
    tag,
    origin: from === 'local' || from === 'remote' ? from : 'all',
    onlyMedia: query.only_media === 'true',
    any: readTags(query.any),
    all: readTags(query.all),
    none: readTags(query.none),
  }
}

export function readTags(text = ''): string[] {
  const names = text.split(/[\s,#]+/).filter((name) => name !== '')
  return [...new Set(names)].slice(0, MOST_TAGS)
}

/** Whether it shows less, or other things, than all posts with the hashtag. */
export const isNarrowed = ({ onlyMedia, any, all, none }: Asked): boolean =>
  onlyMedia || any.length + all.length + none.length > 0

export function tagFeed({ tag, origin, onlyMedia, any, all, none }: Asked) {
  const only = origin === 'all' ? {} : { [origin]: true }
  const media = onlyMedia ? { only_media: true } : {}
  const path = `/api/v1/timelines/tag/${encodeURIComponent(tag)}`
  return feedOf(statusSource(path, { ...only, ...media, any, all, none }))
}
