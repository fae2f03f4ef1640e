import type { CollectionItemState, QuoteState } from './db/schema.ts'

/**
 * Everything that can happen, ids only. A domain function emits events inside its transaction;
 * each subscriber's `record` adds what must exist exactly if the event does, and `announce`, after
 * the commit, does what may be lost.
 */
export type AppEvent =
  | { type: 'account.created'; accountId: string }
  /** the account can be seen from now on: its e-mail is confirmed and it is approved */
  | { type: 'account.activated'; accountId: string }
  | { type: 'account.updated'; accountId: string }
  | { type: 'account.deleted'; accountId: string }
  /** what it posts counts as sensitive from now on */
  | { type: 'account.sensitized'; accountId: string }
  | { type: 'account.suspended'; accountId: string }
  /** the staff took its suspension back */
  | { type: 'account.unsuspended'; accountId: string }
  /**
   * Remote ones, because of a decision about their domain; at most 500 in one event. `severanceId` is
   * the same for all that one decision is applied to.
   */
  | { type: 'accounts.suspended'; accountIds: string[]; domain: string; severanceId: string }
  /** the staff decided something about an account */
  | { type: 'account.warned'; warningId: string; accountId: string }
  /** somebody does not agree with a decision about them */
  | { type: 'appeal.created'; appealId: string }
  | { type: 'appeal.decided'; appealId: string }
  /** a decision of others, or about a whole domain, ended follows of an account here */
  | { type: 'relationships.severed'; accountSeveranceId: string; accountId: string }
  | { type: 'sign_up.pending'; accountId: string }
  /** a remote account was seen for the first time */
  | { type: 'account.discovered'; accountId: string }
  /** a remote account was fetched again, because it had not been for long */
  | { type: 'account.refreshed'; accountId: string }
  /** its server said how many follow a remote account and how much it posted */
  | { type: 'account.counted'; accountId: string }
  | { type: 'account.moved'; accountId: string; targetId: string }
  | { type: 'featured_tag.added'; accountId: string; tagId: string; name: string }
  | { type: 'featured_tag.removed'; accountId: string; tagId: string; name: string }
  | { type: 'tag.unfollowed'; accountId: string; tagId: string }
  /** `accountId`: the list's owner; `redone`: what is in it and who is at home is to be seen anew */
  | { type: 'list.changed'; listId: string; accountId: string; redone: ListChange }
  | { type: 'list.members_added'; listId: string; accountId: string; memberIds: string[] }
  /** also when the list goes; `exclusive`: it kept them from the owner's home timeline */
  | {
      type: 'list.members_removed'
      listId: string
      accountId: string
      memberIds: string[]
      exclusive: boolean
    }
  /** of people here and elsewhere, as are the items in them */
  | { type: 'collection.created'; collectionId: string; accountId: string }
  /** `renamed`: it has another name or description */
  | { type: 'collection.updated'; collectionId: string; accountId: string; renamed: boolean }
  | {
      type: 'collection.deleted'
      uri: string
      accountId: string
      /** whom it showed */
      featuredIds: string[]
    }
  /** somebody elsewhere is to be asked */
  | { type: 'collection_item.requested'; itemId: string }
  | {
      type: 'collection_item.accepted'
      itemId: string
      collectionId: string
      accountId: string | null
      /** the collection was made with it */
      inCollection: boolean
    }
  /** its owner took it out */
  | {
      type: 'collection_item.removed'
      itemId: string
      collectionId: string
      accountId: string | null
      state: CollectionItemState
    }
  /** the account that it featured took itself out */
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
  /** as `domain.blocked` and `domain.unblocked`, of many at once */
  | { type: 'domains.decided'; domains: string[] }
  | { type: 'domain.disallowed'; domain: string }
  /** a rule that matched asks for a report of it */
  | { type: 'automod.report_due'; matchId: string }
  /** `forwardTo`: domains that are told */
  | { type: 'report.created'; reportId: string; forwardTo: string[] }
  /** who looks after it, what it is about, or whether it waits */
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
      /** false: it was fetched or is old, so it is brought to nobody and nobody is told */
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
      /** of the Follow; null between people of this server */
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
      /** of the activity that is taken back */
      uri: string | null
    }
  /** somebody here wants to meet nobody of a domain any more */
  | { type: 'account_domain.blocked'; blockId: string; accountId: string; domain: string }
  | { type: 'mute.created'; accountId: string; targetId: string }
  | { type: 'mute.removed'; accountId: string; targetId: string }
  /** one that the account is told of: not of what its policy keeps back */
  | { type: 'notification.created'; notificationId: string; accountId: string }
  /** what an account accepted is among its other notifications */
  | { type: 'notifications.merged'; accountId: string }
  /** all notifications that were created together: what is done for many at once waits for this */
  | { type: 'notifications.gathered'; notices: { notificationId: string; accountId: string }[] }
  | { type: 'conversation.updated'; accountConversationId: string; accountId: string }
  | { type: 'announcement.published'; announcementId: string }
  /** it was deleted, or is over */
  | { type: 'announcement.removed'; announcementId: string }
  /** with that emoji, or not any more */
  | { type: 'announcement.reacted'; announcementId: string; name: string }
  | { type: 'filters.changed'; accountId: string }
  | { type: 'media.processed'; mediaId: string; accountId: string }
  /** something is to be sent to other servers */
  | { type: 'deliveries.due' }
  | { type: 'token.revoked'; tokenIds: string[] }
  /** every session and token of the account is void (password reset, suspension, login disabled) */
  | { type: 'account.signed_out'; accountId: string }
  | { type: 'settings.changed' }

/** What of a list is another than before. */
export interface ListChange {
  repliesPolicy: boolean
  exclusive: boolean
}

interface Ended {
  accountId: string
  targetId: string
  /** of the Follow that is over */
  uri: string | null
  /** which of the two ended it, so that the other one's server is told; null: nobody is */
  by: string | null
}

export type EventType = AppEvent['type']
export type EventOf<T extends EventType> = Extract<AppEvent, { type: T }>
