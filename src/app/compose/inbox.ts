import { inbox as accountInbox } from '../../features/accounts/inbox.ts'
import { inbox as collectionInbox } from '../../features/collections/federation/inbox.ts'
import { inbox as relationshipInbox } from '../../features/relationships/federation/inbox.ts'
import { inbox as relayInbox } from '../../features/relays/inbox.ts'
import { inbox as reportInbox } from '../../features/reports/federation/inbox.ts'
import { inbox as statusInbox } from '../../features/statuses/federation/inbox.ts'
import * as quoteInbox from '../../features/statuses/quotes/inbox.ts'
import * as reactionInbox from '../../features/statuses/reactions/inbox.ts'
import * as tagInbox from '../../features/tags/federation/inbox.ts'
import type { InboxHandlers } from '../../kernel/activitypub/inbox.ts'

/** Handlers of incoming activities, called in this order. */
export const inboxHandlers: readonly InboxHandlers[] = [
  accountInbox,
  // before other follows: a relay's Follow concerns no local account
  relayInbox,
  relationshipInbox,
  tagInbox.inbox,
  collectionInbox,
  // before plain favourites: some reactions are Likes
  reactionInbox.inbox,
  quoteInbox.inbox,
  statusInbox,
  reportInbox,
]
