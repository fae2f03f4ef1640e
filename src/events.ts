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
  | { type: 'account.suspended'; accountId: string }
  | { type: 'sign_up.pending'; accountId: string }
  | { type: 'status.created'; statusId: string; accountId: string }
  | { type: 'status.edited'; statusId: string; accountId: string }
  | { type: 'status.deleted'; statusId: string; accountId: string; reblogOfId: string | null }
  | { type: 'status.reblogged'; statusId: string; accountId: string; reblogOfId: string }
  | { type: 'status.favourited'; statusId: string; accountId: string; favouriteId: string }
  | { type: 'status.unfavourited'; statusId: string; accountId: string }
  | { type: 'status.pinned'; statusId: string; accountId: string }
  | { type: 'status.unpinned'; statusId: string; accountId: string }
  /** entries were added to the home timelines of followers with ids in (after, upTo]; null: no bound */
  | { type: 'home.delivered'; statusId: string; after: string | null; upTo: string | null }
  | { type: 'poll.voted'; pollId: string; accountId: string }
  | { type: 'poll.expired'; pollId: string; statusId: string }
  | { type: 'follow.created'; followId: string; accountId: string; targetId: string }
  | { type: 'follow.changed'; accountId: string; targetId: string }
  | { type: 'follow.removed'; accountId: string; targetId: string }
  | { type: 'follow_request.created'; requestId: string; accountId: string; targetId: string }
  | { type: 'follow_request.removed'; accountId: string; targetId: string }
  | { type: 'block.created'; accountId: string; targetId: string }
  | { type: 'block.removed'; accountId: string; targetId: string }
  | { type: 'mute.created'; accountId: string; targetId: string }
  | { type: 'mute.removed'; accountId: string; targetId: string }
  | { type: 'notification.created'; notificationId: string; accountId: string }
  | { type: 'conversation.updated'; accountConversationId: string; accountId: string }
  | { type: 'media.processed'; mediaId: string; accountId: string }
  | { type: 'token.revoked'; tokenIds: string[] }
  /** every session and token of the account is void (password reset, suspension, login disabled) */
  | { type: 'account.signed_out'; accountId: string }
  | { type: 'settings.changed' }

export type EventType = AppEvent['type']
export type EventOf<T extends EventType> = Extract<AppEvent, { type: T }>
