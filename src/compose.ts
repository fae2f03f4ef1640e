import { inbox as accountInbox } from './accounts/inbox.ts'
import * as accountPictures from './accounts/pictures.ts'
import * as domainLimits from './accounts/remote/domain-limits.ts'
import * as remoteAccounts from './accounts/remote/refresh.ts'
import * as accounts from './accounts/routes.ts'
import * as accountScreening from './accounts/screening.ts'
import * as accountSearch from './accounts/search-index.ts'
import * as stoppedDeliveries from './activitypub/delivery/by-staff.ts'
import * as deliveries from './activitypub/delivery/prune.ts'
import * as dispatch from './activitypub/dispatch.ts'
import type { InboxHandlers } from './activitypub/inbox.ts'
import * as instanceActor from './activitypub/instance-actor.ts'
import * as receive from './activitypub/receive.ts'
import * as tombstones from './activitypub/tombstones.ts'
import * as admin from './admin/routes.ts'
import * as termsMails from './admin/terms/notify.ts'
import * as webhookJobs from './admin/webhooks/jobs.ts'
import * as webhooks from './admin/webhooks/subscriber.ts'
import * as announcementJobs from './announcements/jobs.ts'
import * as announcements from './announcements/routes.ts'
import * as annualReportJobs from './annual-reports/jobs.ts'
import * as annualReports from './annual-reports/routes.ts'
import type { App } from './app.ts'
import * as auditRetention from './audit/retention.ts'
import * as heldItems from './automod/held.ts'
import * as automodMatches from './automod/matches.ts'
import { delivery as collectionDelivery } from './collections/federation/delivery.ts'
import { inbox as collectionInbox } from './collections/federation/inbox.ts'
import * as collectionDocuments from './collections/federation/routes.ts'
import * as remoteCollections from './collections/federation/suggest.ts'
import * as collectionConsent from './collections/federation/verify.ts'
import * as collections from './collections/routes.ts'
import * as collectionBlocks from './collections/subscriber.ts'
import * as conversationsOfDomains from './conversations/forget-domain.ts'
import * as conversationRoutes from './conversations/routes.ts'
import * as conversations from './conversations/subscriber.ts'
import { refreshStatistics } from './db/statistics.ts'
import * as popularity from './discovery/popular.ts'
import * as discovery from './discovery/routes.ts'
import * as drafts from './drafts/routes.ts'
import * as emojiDocuments from './emojis/federation/routes.ts'
import * as emojis from './emojis/routes.ts'
import * as filters from './filters/routes.ts'
import type { Routes } from './http/routes.ts'
import * as instanceActivity from './instance/activity.ts'
import * as ipBlocks from './instance/ip-block-changes.ts'
import * as publishedTerms from './instance/publish-terms.ts'
import { createRoutes as createInstanceRoutes } from './instance/routes.ts'
import * as source from './instance/source/routes.ts'
import * as instance from './instance/subscriber.ts'
import { instanceParts } from './instance-parts.ts'
import * as invites from './invites/routes.ts'
import * as invitations from './invites/subscriber.ts'
import type { JobHandlers } from './jobs/handlers.ts'
import * as listMembers from './lists/members.ts'
import * as lists from './lists/routes.ts'
import * as mediaJobs from './media/jobs.ts'
import * as media from './media/routes.ts'
import * as metrics from './metrics/routes.ts'
import * as blockLists from './moderation/block-lists/jobs.ts'
import * as moderationJobs from './moderation/jobs.ts'
import * as peerSoftware from './moderation/peer-software.ts'
import * as domainPurge from './moderation/purge-domain.ts'
import * as strikes from './moderation/routes.ts'
import * as moderation from './moderation/subscriber.ts'
import * as collectionNotifications from './notifications/about-collections.ts'
import * as notificationJobs from './notifications/jobs.ts'
import * as notifications from './notifications/routes.ts'
import * as notificationRows from './notifications/subscriber.ts'
import * as oauth from './oauth/routes.ts'
import * as polls from './polls/expiry.ts'
import * as proxyBlocks from './proxy/domain-blocks.ts'
import * as proxyJobs from './proxy/jobs.ts'
import * as reportedFiles from './proxy/reported.ts'
import * as proxy from './proxy/routes.ts'
import * as pushJobs from './push/jobs.ts'
import * as push from './push/routes.ts'
import * as pushes from './push/subscriber.ts'
import * as reference from './reference/routes.ts'
import * as domainBlocks from './relationships/domain-blocks.ts'
import * as followAdmission from './relationships/federation/admission.ts'
import { inbox as relationshipInbox } from './relationships/federation/inbox.ts'
import * as followsAbroad from './relationships/federation/subscribers.ts'
import * as mutes from './relationships/mutes.ts'
import * as relationships from './relationships/routes.ts'
import { inbox as relayInbox } from './relays/inbox.ts'
import * as automaticReports from './reports/automod.ts'
import { delivery as reportDelivery } from './reports/federation/delivery.ts'
import { inbox as reportInbox } from './reports/federation/inbox.ts'
import * as reportMails from './reports/mails.ts'
import * as reportRetention from './reports/retention.ts'
import * as reports from './reports/routes.ts'
import * as search from './search/routes.ts'
import * as accountStatuses from './statuses/account-routes.ts'
import * as cardJobs from './statuses/cards/job.ts'
import * as cards from './statuses/cards/subscriber.ts'
import * as statusCleanup from './statuses/cleanup.ts'
import * as statusCollections from './statuses/collections.ts'
import * as deliveryReport from './statuses/deliveries-routes.ts'
import * as statusDocuments from './statuses/federation/documents/routes.ts'
import * as statusHistory from './statuses/federation/history.ts'
import { inbox as statusInbox } from './statuses/federation/inbox.ts'
import * as statusParents from './statuses/federation/parents.ts'
import * as asyncRefreshes from './statuses/federation/refresh-routes.ts'
import * as statusDelivery from './statuses/federation/sending/delivery.ts'
import * as statusDeliveryJobs from './statuses/federation/sending/jobs.ts'
import * as threads from './statuses/federation/thread.ts'
import * as filteredStatuses from './statuses/filtering/routes.ts'
import * as interactions from './statuses/interaction-routes.ts'
import * as pollRoutes from './statuses/poll-routes.ts'
import * as quoteDelivery from './statuses/quotes/delivery.ts'
import * as quoteDocuments from './statuses/quotes/document.ts'
import * as quoteInbox from './statuses/quotes/inbox.ts'
import * as quoteRoutes from './statuses/quotes/routes.ts'
import * as quotes from './statuses/quotes/subscriber.ts'
import * as quoteJobs from './statuses/quotes/verify.ts'
import * as reactionDelivery from './statuses/reactions/delivery.ts'
import * as reactionInbox from './statuses/reactions/inbox.ts'
import * as reactions from './statuses/reactions/routes.ts'
import * as statusRetention from './statuses/retention.ts'
import * as statuses from './statuses/routes.ts'
import * as scheduledJobs from './statuses/scheduled/publish.ts'
import * as scheduled from './statuses/scheduled/routes.ts'
import * as forgottenFiles from './storage/forget-files.ts'
import { serveMedia } from './storage/serve.ts'
import { isStaffLink } from './storage/staff-links.ts'
import { createStreaming } from './streaming/streaming.ts'
import type { Subscriber } from './subscriber.ts'
import * as tagDelivery from './tags/federation/delivery.ts'
import * as tagInbox from './tags/federation/inbox.ts'
import * as remoteTags from './tags/federation/remote-tags.ts'
import * as tagDocuments from './tags/federation/routes.ts'
import * as followedTags from './tags/follow-routes.ts'
import * as tags from './tags/routes.ts'
import * as timelineChanges from './timelines/changes.ts'
import * as homeOfDomains from './timelines/drop-domain.ts'
import * as fanOut from './timelines/fan-out.ts'
import * as homeCare from './timelines/home-care.ts'
import * as listChanges from './timelines/list-changes.ts'
import { markersRoutes } from './timelines/markers-routes.ts'
import * as rebuild from './timelines/rebuild.ts'
import * as timelines from './timelines/routes.ts'
import * as transferJobs from './transfer/jobs.ts'
import * as transfer from './transfer/routes.ts'
import * as translations from './translation/cache.ts'
import * as translation from './translation/routes.ts'
import * as trendJobs from './trends/jobs.ts'
import * as linkUses from './trends/link-uses.ts'
import * as trendMails from './trends/review-mails.ts'
import * as trends from './trends/routes.ts'
import * as web from './web/routes.ts'

/** What hears of events, in this order. */
export const subscribers: readonly Subscriber[] = [
  instance.subscriber,
  domainLimits.subscriber,
  ...followsAbroad.subscribers,
  oauth.subscriber,
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

/** What hears of activities of other servers, asked in this order. */
export const inboxHandlers: readonly InboxHandlers[] = [
  accountInbox,
  // before other follows: theirs are of nobody here
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

export { actors } from './actor-directory.ts'

const DAY = 86_400_000

export const jobs: JobHandlers = {
  'database.refresh_statistics': {
    every: DAY,
    run: (app) => app.database.transaction(refreshStatistics),
  },
  ...dispatch.jobs,
  ...deliveries.jobs,
  ...stoppedDeliveries.jobs,
  ...tombstones.jobs,
  ...forgottenFiles.jobs,
  ...oauth.jobs,
  ...accountPictures.jobs,
  ...domainLimits.jobs,
  ...remoteAccounts.jobs,
  ...followsAbroad.jobs,
  ...followAdmission.jobs,
  ...mutes.jobs,
  ...domainBlocks.jobs,
  ...mediaJobs.jobs,
  ...proxyJobs.jobs,
  ...proxyBlocks.jobs,
  ...reportedFiles.jobs,
  ...transferJobs.jobs,
  ...polls.jobs,
  ...statusCleanup.jobs,
  ...statusRetention.jobs,
  ...statusDeliveryJobs.jobs,
  ...statusParents.jobs,
  ...statusHistory.jobs,
  ...threads.jobs,
  ...remoteTags.jobs,
  ...cardJobs.jobs,
  ...quoteJobs.jobs,
  ...scheduledJobs.jobs,
  ...announcementJobs.jobs,
  ...translations.jobs,
  ...remoteCollections.jobs,
  ...collectionConsent.jobs,
  ...statusCollections.jobs,
  ...annualReportJobs.jobs,
  ...homeOfDomains.jobs,
  ...fanOut.jobs,
  ...listChanges.jobs,
  ...rebuild.jobs,
  ...homeCare.jobs,
  ...notificationJobs.jobs,
  ...conversationsOfDomains.jobs,
  ...popularity.jobs,
  ...reportMails.jobs,
  ...reportRetention.jobs,
  ...auditRetention.jobs,
  ...trendJobs.jobs,
  ...trendMails.jobs,
  ...instanceActivity.jobs,
  ...ipBlocks.jobs,
  ...automodMatches.jobs,
  ...publishedTerms.jobs,
  ...termsMails.jobs,
  ...webhookJobs.jobs,
  ...moderationJobs.jobs,
  ...domainPurge.jobs,
  ...peerSoftware.jobs,
  ...blockLists.jobs,
  ...pushJobs.jobs,
}

/** Every address that the server answers. */
export const routes: readonly Routes[] = [
  (server, app: App) =>
    serveMedia(server, app.storage, (target) => isStaffLink(app.keys, target, app.clock())),
  createInstanceRoutes(instanceParts),
  source.routes,
  receive.routes,
  instanceActor.routes,
  metrics.routes,
  emojis.routes,
  oauth.routes,
  accounts.routes,
  relationships.routes,
  invites.routes,
  filters.routes,
  media.routes,
  statuses.routes,
  scheduled.routes,
  drafts.routes,
  announcements.routes,
  translation.routes,
  filteredStatuses.routes,
  interactions.routes,
  reactions.routes,
  quoteRoutes.routes,
  quoteDocuments.documentRoutes,
  accountStatuses.routes,
  pollRoutes.routes,
  asyncRefreshes.routes,
  deliveryReport.routes,
  tags.routes,
  followedTags.routes,
  lists.routes,
  emojiDocuments.federationRoutes,
  collections.routes,
  collectionDocuments.federationRoutes,
  annualReports.routes,
  tagDocuments.federationRoutes,
  statusDocuments.federationRoutes,
  timelines.routes,
  markersRoutes,
  notifications.routes,
  conversationRoutes.routes,
  search.routes,
  trends.routes,
  discovery.routes,
  reports.routes,
  proxy.routes,
  reference.routes,
  transfer.routes,
  strikes.routes,
  admin.routes,
]

/** What stands on top of the slices, made anew for each server. */
export function surfaces(): { routes: readonly Routes[]; subscribers: readonly Subscriber[] } {
  const streaming = createStreaming()
  return {
    routes: [streaming.routes, push.routes, web.routes],
    subscribers: [streaming.subscriber],
  }
}
