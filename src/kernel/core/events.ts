import type { CollectionItemState, QuoteState } from '../db/schema.ts'

/**
 * All events, with ids only. A domain function emits events inside its transaction. Each subscriber's
 * `record` writes rows in that transaction; `announce` runs after the commit and may be lost.
 */
export type AppEvent =
  | { type: 'account.created'; accountId: string }
  /** the account becomes visible: its e-mail is confirmed and it is approved */
  | { type: 'account.activated'; accountId: string }
  | { type: 'account.updated'; accountId: string }
  | { type: 'account.deleted'; accountId: string }
  /** its media count as sensitive from now on */
  | { type: 'account.sensitized'; accountId: string }
  | { type: 'account.suspended'; accountId: string }
  /** the staff ended its suspension */
  | { type: 'account.unsuspended'; accountId: string }
  /**
   * Remote accounts, because of a decision about their domain; at most 500 in one event. All events of
   * one decision have the same `severanceId`.
   */
  | { type: 'accounts.suspended'; accountIds: string[]; domain: string; severanceId: string }
  /** the staff took a moderation action against an account */
  | { type: 'account.warned'; warningId: string; accountId: string }
  /** an account appealed a moderation action */
  | { type: 'appeal.created'; appealId: string }
  | { type: 'appeal.decided'; appealId: string }
  /** a domain block, or an action of another account, ended follows of a local account */
  | { type: 'relationships.severed'; accountSeveranceId: string; accountId: string }
  | { type: 'sign_up.pending'; accountId: string }
  /** a remote account was seen for the first time */
  | { type: 'account.discovered'; accountId: string }
  /** a remote account was refetched because its data was old */
  | { type: 'account.refreshed'; accountId: string }
  /** its server reported the follower and status counts of a remote account */
  | { type: 'account.counted'; accountId: string }
  | { type: 'account.moved'; accountId: string; targetId: string }
  | { type: 'featured_tag.added'; accountId: string; tagId: string; name: string }
  | { type: 'featured_tag.removed'; accountId: string; tagId: string; name: string }
  | { type: 'tag.unfollowed'; accountId: string; tagId: string }
  /** `accountId`: the list's owner; `redone`: which timelines of the list and its owner to rebuild */
  | { type: 'list.changed'; listId: string; accountId: string; redone: ListChange }
  | { type: 'list.members_added'; listId: string; accountId: string; memberIds: string[] }
  /** also when the list is deleted; `exclusive`: it kept the members out of the owner's home timeline */
  | {
      type: 'list.members_removed'
      listId: string
      accountId: string
      memberIds: string[]
      exclusive: boolean
    }
  /** local and remote collections, as well as their items */
  | { type: 'collection.created'; collectionId: string; accountId: string }
  /** `renamed`: its name or description changed */
  | { type: 'collection.updated'; collectionId: string; accountId: string; renamed: boolean }
  | {
      type: 'collection.deleted'
      uri: string
      accountId: string
      /** the accounts it featured */
      featuredIds: string[]
    }
  /** consent of a remote account is needed */
  | { type: 'collection_item.requested'; itemId: string }
  | {
      type: 'collection_item.accepted'
      itemId: string
      collectionId: string
      accountId: string | null
      /** the item was added when the collection was created */
      inCollection: boolean
    }
  /** the collection's owner removed it */
  | {
      type: 'collection_item.removed'
      itemId: string
      collectionId: string
      accountId: string | null
      state: CollectionItemState
    }
  /** the featured account removed itself */
  | {
      type: 'collection_item.revoked'
      itemId: string
      collectionId: string
      accountId: string | null
    }
  | { type: 'annual_report.made'; accountId: string; year: number }
  | { type: 'domain.blocked'; domain: string }
  | { type: 'domain.unblocked'; domain: string }
  | { type: 'domain.allowed'; domain: string }
  /** as `domain.blocked` and `domain.unblocked`, for many domains at once */
  | { type: 'domains.decided'; domains: string[] }
  | { type: 'domain.disallowed'; domain: string }
  /** a matching rule requires a report */
  | { type: 'automod.report_due'; matchId: string }
  /** `forwardTo`: domains that get the report */
  | { type: 'report.created'; reportId: string; forwardTo: string[] }
  /** its assignee, its subject or its state changed */
  | { type: 'report.updated'; reportId: string }
  | { type: 'report.forwarded'; reportId: string; forwardTo: string[] }
  | { type: 'quote.requested'; quoteId: string }
  | { type: 'quote.changed'; quoteId: string; statusId: string; state: QuoteState }
  | { type: 'reaction.added'; reactionId: string; statusId: string; accountId: string }
  | {
      type: 'reaction.removed'
      reactionId: string
      statusId: string
      accountId: string
      name: string
      customEmojiId: string | null
    }
  | {
      type: 'status.created'
      statusId: string
      accountId: string
      /** false: the status was fetched or is old, so it reaches no timeline and notifies nobody */
      live: boolean
    }
  | { type: 'status.edited'; statusId: string; accountId: string }
  | { type: 'status.deleted'; statusId: string; accountId: string; reblogOfId: string | null }
  | {
      type: 'status.reblogged'
      statusId: string
      accountId: string
      reblogOfId: string
      /** as above */
      live: boolean
    }
  | { type: 'status.favourited'; statusId: string; accountId: string; favouriteId: string }
  | { type: 'status.unfavourited'; statusId: string; accountId: string; favouriteId: string }
  | { type: 'status.pinned'; statusId: string; accountId: string }
  | { type: 'status.unpinned'; statusId: string; accountId: string }
  /** entries were added to the home timelines of followers with ids in (after, upTo]; null: no bound */
  | { type: 'home.delivered'; statusId: string; after: string | null; upTo: string | null }
  | { type: 'poll.voted'; pollId: string; accountId: string }
  | { type: 'poll.expired'; pollId: string; statusId: string }
  | {
      type: 'follow.created'
      followId: string
      accountId: string
      targetId: string
      /** of the Follow activity; null between local accounts */
      uri: string | null
    }
  | { type: 'follow.changed'; accountId: string; targetId: string }
  | ({ type: 'follow.removed'; followId: string } & Ended)
  | { type: 'follow_request.created'; requestId: string; accountId: string; targetId: string }
  | ({ type: 'follow_request.removed'; requestId: string } & Ended)
  | { type: 'block.created'; blockId: string; accountId: string; targetId: string }
  | {
      type: 'block.removed'
      blockId: string
      accountId: string
      targetId: string
      /** of the activity that is undone */
      uri: string | null
    }
  /** an account blocked a domain for itself */
  | { type: 'account_domain.blocked'; blockId: string; accountId: string; domain: string }
  | { type: 'mute.created'; accountId: string; targetId: string }
  | { type: 'mute.removed'; accountId: string; targetId: string }
  /** a notification that the account's policy does not filter */
  | { type: 'notification.created'; notificationId: string; accountId: string }
  /** accepted notification requests moved into the account's notifications */
  | { type: 'notifications.merged'; accountId: string }
  /** all notifications created together, for subscribers that process them in bulk */
  | { type: 'notifications.gathered'; notices: { notificationId: string; accountId: string }[] }
  | { type: 'conversation.updated'; accountConversationId: string; accountId: string }
  | { type: 'announcement.published'; announcementId: string }
  /** it was deleted or has ended */
  | { type: 'announcement.removed'; announcementId: string }
  /** a reaction with that emoji was added or removed */
  | { type: 'announcement.reacted'; announcementId: string; name: string }
  | { type: 'filters.changed'; accountId: string }
  | { type: 'media.processed'; mediaId: string; accountId: string }
  /** deliveries to other servers were queued */
  | { type: 'deliveries.due' }
  | { type: 'token.revoked'; tokenIds: string[] }
  /** every session and token of the account is void (password reset, suspension, login disabled) */
  | { type: 'account.signed_out'; accountId: string }
  | { type: 'settings.changed' }

/** Which settings of a list changed. */
export interface ListChange {
  repliesPolicy: boolean
  exclusive: boolean
}

interface Ended {
  accountId: string
  targetId: string
  /** of the Follow that ended */
  uri: string | null
  /** the account that ended it, so that the other account's server is notified; null: nobody is notified */
  by: string | null
}

export type EventType = AppEvent['type']
export type EventOf<T extends EventType> = Extract<AppEvent, { type: T }>
