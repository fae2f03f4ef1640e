import { closed, count, flag, id, listOf, nullable, oneOf, ref, text, time, url } from './kinds.ts'

/** A reaction as statuses show it. */
export const reaction = {
  name: text,
  count,
  me: flag,
  url: nullable(url),
  static_url: nullable(url),
}

/** Entities that Mastodon has not: ours, and those of Pleroma. */
export const ownEntities = {
  Alias: closed({ uri: url, acct: nullable(text) }),
  DeliveryReport: closed({
    accepted: count,
    waiting: count,
    failed: count,
    deliveries: listOf(
      closed({
        id,
        host: text,
        activity: text,
        state: oneOf('accepted', 'waiting', 'failed'),
        attempts: count,
        last_status: nullable(count),
        last_error: nullable(text),
        next_at: nullable(time),
        updated_at: time,
      }),
    ),
  }),
  Invite: closed({
    id,
    code: text,
    url,
    max_uses: nullable(count),
    uses: count,
    expires_at: nullable(time),
    autofollow: flag,
    comment: text,
    valid: flag,
    created_at: time,
  }),
  StatusReaction: closed({ ...reaction, accounts: listOf(ref('Account')) }),
}
