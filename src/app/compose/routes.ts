import * as accounts from '../../features/accounts/routes.ts'
import * as admin from '../../features/admin/routes.ts'
import * as announcements from '../../features/announcements/routes.ts'
import * as annualReports from '../../features/annual-reports/routes.ts'
import * as collectionDocuments from '../../features/collections/federation/routes.ts'
import * as collections from '../../features/collections/routes.ts'
import * as conversationRoutes from '../../features/conversations/routes.ts'
import * as discovery from '../../features/discovery/routes.ts'
import * as drafts from '../../features/drafts/routes.ts'
import * as emojiDocuments from '../../features/emojis/federation/routes.ts'
import * as emojis from '../../features/emojis/routes.ts'
import * as filters from '../../features/filters/routes.ts'
import * as gifs from '../../features/gifs/routes.ts'
import { backupMetrics } from '../../features/health/backup-metrics.ts'
import * as identity from '../../features/identity/routes.ts'
import { createRoutes as createInstanceRoutes } from '../../features/instance/routes.ts'
import * as source from '../../features/instance/source/routes.ts'
import * as invites from '../../features/invites/routes.ts'
import * as lists from '../../features/lists/routes.ts'
import * as media from '../../features/media/routes.ts'
import * as strikes from '../../features/moderation/routes.ts'
import * as notifications from '../../features/notifications/routes.ts'
import * as oauth from '../../features/oauth/routes.ts'
import * as proxy from '../../features/proxy/routes.ts'
import * as reference from '../../features/reference/routes.ts'
import * as relationships from '../../features/relationships/routes.ts'
import * as reports from '../../features/reports/routes.ts'
import * as search from '../../features/search/routes.ts'
import * as statusDocuments from '../../features/statuses/federation/documents/routes.ts'
import * as asyncRefreshes from '../../features/statuses/federation/refresh-routes.ts'
import * as interactions from '../../features/statuses/interact/interaction-routes.ts'
import * as pollRoutes from '../../features/statuses/interact/poll-routes.ts'
import * as quoteDocuments from '../../features/statuses/quotes/document.ts'
import * as quoteRoutes from '../../features/statuses/quotes/routes.ts'
import * as reactions from '../../features/statuses/reactions/routes.ts'
import * as accountStatuses from '../../features/statuses/read/account-routes.ts'
import * as deliveryReport from '../../features/statuses/read/deliveries-routes.ts'
import * as filteredStatuses from '../../features/statuses/read/filtering/routes.ts'
import * as statuses from '../../features/statuses/routes.ts'
import * as scheduled from '../../features/statuses/scheduled/routes.ts'
import * as scheduledThreads from '../../features/statuses/scheduled/thread-routes.ts'
import * as tagDocuments from '../../features/tags/federation/routes.ts'
import * as followedTags from '../../features/tags/follow-routes.ts'
import * as tags from '../../features/tags/routes.ts'
import { markersRoutes } from '../../features/timelines/markers-routes.ts'
import * as timelines from '../../features/timelines/routes.ts'
import * as transfer from '../../features/transfer/routes.ts'
import * as translation from '../../features/translation/routes.ts'
import * as trends from '../../features/trends/routes.ts'
import * as instanceActor from '../../kernel/activitypub/instance-actor.ts'
import * as receive from '../../kernel/activitypub/receive.ts'
import type { Config, Part } from '../../kernel/base/config.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import * as health from '../../kernel/observe/health.ts'
import * as metrics from '../../kernel/observe/routes.ts'
import { servedElsewhere, serveMedia } from '../../kernel/storage/serve.ts'
import { isStaffLink } from '../../kernel/storage/staff-links.ts'
import * as pages from '../../surfaces/pages/routes.ts'
import * as push from '../../surfaces/push/routes.ts'
import { createStreaming } from '../../surfaces/streaming/streaming.ts'
import { instanceParts } from '../instance-parts.ts'

/** All routes of the web part, except those of `surfaces`. */
const routes: readonly Routes[] = [
  (server, app: App) =>
    serveMedia(server, app.storage, {
      mayRead: (target) => isStaffLink(app.keys, target, app.clock()),
      elsewhere: servedElsewhere(app.config),
    }),
  createInstanceRoutes(instanceParts),
  source.routes,
  receive.routes,
  instanceActor.routes,
  emojis.routes,
  identity.routes,
  oauth.routes,
  accounts.routes,
  relationships.routes,
  invites.routes,
  filters.routes,
  media.routes,
  statuses.routes,
  scheduled.routes,
  scheduledThreads.routes,
  drafts.routes,
  announcements.routes,
  translation.routes,
  gifs.routes,
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

/** Routes of a process that does these parts of the server's work, except those of `surfaces`. */
export function routesOf(parts: ReadonlySet<Part>): readonly Routes[] {
  const always = [health.routes, metrics.routes, backupMetrics]
  return [...always, ...(parts.has('web') ? routes : [])]
}

/** Routes and subscribers of the surfaces, created for each server. */
export async function surfaces({
  parts,
  severalProcesses,
  workers,
}: Pick<Config, 'parts' | 'severalProcesses' | 'workers'>): Promise<{
  routes: readonly Routes[]
  subscribers: readonly Subscriber[]
}> {
  const others =
    severalProcesses || (workers ?? 0) > 0
      ? await import('../../surfaces/streaming/other-processes.ts')
      : null
  const streaming = createStreaming(others?.join)
  const routes: Routes[] = []
  if (parts.has('streaming')) routes.push(streaming.routes)
  else if (parts.has('web')) routes.push(streaming.elsewhere)
  if (parts.has('web')) routes.push(push.routes, pages.routes)
  return { routes, subscribers: [streaming.subscriber] }
}
