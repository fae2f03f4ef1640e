import * as domainLimits from '../../features/accounts/remote/domain-limits.ts'
import * as accountScreening from '../../features/accounts/screening.ts'
import * as accountSearch from '../../features/accounts/search-index.ts'
import * as webhooks from '../../features/admin/webhooks/subscriber.ts'
import * as heldItems from '../../features/automod/held.ts'
import { delivery as collectionDelivery } from '../../features/collections/federation/delivery.ts'
import * as remoteCollections from '../../features/collections/federation/suggest.ts'
import * as collectionBlocks from '../../features/collections/subscriber.ts'
import * as conversations from '../../features/conversations/subscriber.ts'
import * as identity from '../../features/identity/routes.ts'
import * as instance from '../../features/instance/subscriber.ts'
import * as invitations from '../../features/invites/subscriber.ts'
import * as listMembers from '../../features/lists/members.ts'
import * as moderation from '../../features/moderation/subscriber.ts'
import * as collectionNotifications from '../../features/notifications/about-collections.ts'
import * as notificationRows from '../../features/notifications/subscriber.ts'
import * as proxyBlocks from '../../features/proxy/domain-blocks.ts'
import * as reportedFiles from '../../features/proxy/reported.ts'
import * as followsAbroad from '../../features/relationships/federation/subscribers.ts'
import * as automaticReports from '../../features/reports/automod.ts'
import { delivery as reportDelivery } from '../../features/reports/federation/delivery.ts'
import * as reportMails from '../../features/reports/mails.ts'
import * as cards from '../../features/statuses/cards/subscriber.ts'
import * as statusHistory from '../../features/statuses/federation/backfill.ts'
import * as statusDelivery from '../../features/statuses/federation/sending/delivery.ts'
import * as quoteDelivery from '../../features/statuses/quotes/delivery.ts'
import * as quotes from '../../features/statuses/quotes/subscriber.ts'
import * as reactionDelivery from '../../features/statuses/reactions/delivery.ts'
import * as tagDelivery from '../../features/tags/federation/delivery.ts'
import * as remoteTags from '../../features/tags/federation/remote-tags.ts'
import * as fanOut from '../../features/timelines/fan-out.ts'
import * as listChanges from '../../features/timelines/list-changes.ts'
import * as pulls from '../../features/timelines/pull.ts'
import * as timelineChanges from '../../features/timelines/subscriber.ts'
import * as translations from '../../features/translation/cache.ts'
import * as linkUses from '../../features/trends/link-uses.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import * as pushes from '../../surfaces/push/subscriber.ts'

/** Subscribers of events, called in this order. */
export const subscribers: readonly Subscriber[] = [
  instance.subscriber,
  domainLimits.subscriber,
  ...followsAbroad.subscribers,
  identity.subscriber,
  invitations.subscriber,
  heldItems.subscriber,
  accountScreening.subscriber,
  accountSearch.subscriber,
  cards.subscriber,
  statusDelivery.delivery,
  reactionDelivery.delivery,
  quotes.subscriber,
  quoteDelivery.delivery,
  tagDelivery.delivery,
  collectionBlocks.subscriber,
  collectionDelivery,
  remoteCollections.subscriber,
  proxyBlocks.subscriber,
  reportedFiles.subscriber,
  automaticReports.subscriber,
  reportDelivery,
  reportMails.subscriber,
  remoteTags.subscriber,
  statusHistory.subscriber,
  translations.subscriber,
  listMembers.subscriber,
  fanOut.subscriber,
  pulls.subscriber,
  timelineChanges.subscriber,
  listChanges.subscriber,
  notificationRows.subscriber,
  collectionNotifications.subscriber,
  conversations.subscriber,
  linkUses.subscriber,
  moderation.subscriber,
  webhooks.subscriber,
  pushes.subscriber,
]
