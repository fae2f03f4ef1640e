import {
  closed,
  count,
  flag,
  id,
  listOf,
  nullable,
  optional,
  ref,
  text,
  time,
  url,
} from './kinds.ts'

/** Announcements of the operator. */
export const announcementEntities = {
  Announcement: closed({
    id,
    content: text,
    starts_at: nullable(time),
    ends_at: nullable(time),
    all_day: flag,
    published_at: time,
    updated_at: time,
    read: optional(flag),
    mentions: listOf(closed({ id, username: text, url, acct: text })),
    statuses: listOf(closed({ id, url })),
    tags: listOf(closed({ name: text, url })),
    emojis: listOf(ref('CustomEmoji')),
    reactions: listOf(ref('Reaction')),
  }),
  Reaction: closed({
    name: text,
    count,
    me: optional(flag),
    url: optional(url),
    static_url: optional(url),
  }),
}
