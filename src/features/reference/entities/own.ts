import {
  closed,
  count,
  flag,
  id,
  listOf,
  mapOf,
  nullable,
  oneOf,
  ref,
  text,
  time,
  url,
} from './kinds.ts'

/** A reaction in a status. */
export const reaction = {
  name: text,
  count,
  me: flag,
  url: nullable(url),
  static_url: nullable(url),
}

/** An import in a list. */
const imported = {
  id,
  type: oneOf(
    'following',
    'blocking',
    'muting',
    'domain_blocking',
    'bookmarks',
    'lists',
    'archive',
  ),
  mode: oneOf('merge', 'overwrite'),
  replies: oneOf('keep', 'skip'),
  state: oneOf('reading', 'unconfirmed', 'running', 'finished', 'cancelled', 'failed'),
  file_name: text,
  total_items: count,
  processed_items: count,
  imported_items: count,
  skipped_items: count,
  failed_items: count,
  left_out: mapOf(count),
  error: nullable(text),
  created_at: time,
  started_at: nullable(time),
  finished_at: nullable(time),
}
const importedRow = closed({ line: nullable(count), text, error: nullable(text) })

/** An invite, for its creator. */
export const invite = {
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
}

/** Entities that Mastodon does not have: Rookery's own, and Pleroma's. */
export const ownEntities = {
  Alias: closed({ uri: url, acct: nullable(text) }),
  Archive: closed({
    id,
    state: oneOf('waiting', 'running', 'ready', 'failed', 'expired'),
    size: nullable(count),
    total_items: count,
    processed_items: count,
    created_at: time,
    finished_at: nullable(time),
    expires_at: nullable(time),
  }),
  Import: closed(imported),
  ImportDetails: closed({
    ...imported,
    preview: listOf(importedRow),
    problems: listOf(importedRow),
  }),
  // Rookery's own: an account signed in in the requesting browser
  BrowserAccount: closed({ current: flag, account: ref('Account') }),
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
  Invite: closed(invite),
  StatusReaction: closed({ ...reaction, accounts: listOf(ref('Account')) }),
}
