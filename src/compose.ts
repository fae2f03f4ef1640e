import * as accountPictures from './accounts/pictures.ts'
import * as accounts from './accounts/routes.ts'
import type { App } from './app.ts'
import * as conversationRoutes from './conversations/routes.ts'
import * as conversations from './conversations/subscriber.ts'
import { refreshStatistics } from './db/statistics.ts'
import * as emojis from './emojis/routes.ts'
import type { Routes } from './http/routes.ts'
import * as instanceActivity from './instance/activity.ts'
import { createRoutes as createInstanceRoutes } from './instance/routes.ts'
import * as instance from './instance/subscriber.ts'
import { instanceParts } from './instance-parts.ts'
import type { JobHandlers } from './jobs/handlers.ts'
import * as mediaJobs from './media/jobs.ts'
import * as media from './media/routes.ts'
import * as accountPurge from './moderation/purge-account.ts'
import * as notificationJobs from './notifications/jobs.ts'
import * as notifications from './notifications/routes.ts'
import * as notificationRows from './notifications/subscriber.ts'
import * as oauth from './oauth/routes.ts'
import * as polls from './polls/expiry.ts'
import * as mutes from './relationships/mutes.ts'
import * as relationships from './relationships/routes.ts'
import * as search from './search/routes.ts'
import * as accountStatuses from './statuses/account-routes.ts'
import * as statusCleanup from './statuses/cleanup.ts'
import * as interactions from './statuses/interaction-routes.ts'
import * as pollRoutes from './statuses/poll-routes.ts'
import * as statuses from './statuses/routes.ts'
import { serveMedia } from './storage/serve.ts'
import { createStreaming } from './streaming/streaming.ts'
import type { Subscriber } from './subscriber.ts'
import * as home from './timelines/fan-out.ts'
import * as homeCare from './timelines/home-care.ts'
import { markersRoutes } from './timelines/markers-routes.ts'
import * as timelines from './timelines/routes.ts'
import * as web from './web/routes.ts'

/** What hears of events, in this order. */
export const subscribers: readonly Subscriber[] = [
  instance.subscriber,
  oauth.subscriber,
  home.subscriber,
  notificationRows.subscriber,
  conversations.subscriber,
]

const DAY = 86_400_000

export const jobs: JobHandlers = {
  'database.refresh_statistics': {
    every: DAY,
    run: (app) => app.database.transaction(refreshStatistics),
  },
  ...oauth.jobs,
  ...accountPictures.jobs,
  ...mutes.jobs,
  ...mediaJobs.jobs,
  ...polls.jobs,
  ...statusCleanup.jobs,
  ...home.jobs,
  ...homeCare.jobs,
  ...notificationJobs.jobs,
  ...instanceActivity.jobs,
  ...accountPurge.jobs,
}

/** Every address that the server answers. */
export const routes: readonly Routes[] = [
  (server, app: App) => serveMedia(server, app.storage),
  createInstanceRoutes(instanceParts),
  emojis.routes,
  oauth.routes,
  accounts.routes,
  relationships.routes,
  media.routes,
  statuses.routes,
  interactions.routes,
  accountStatuses.routes,
  pollRoutes.routes,
  timelines.routes,
  markersRoutes,
  notifications.routes,
  conversationRoutes.routes,
  search.routes,
]

/** What stands on top of the slices, made anew for each server. */
export function surfaces(): { routes: readonly Routes[]; subscribers: readonly Subscriber[] } {
  const streaming = createStreaming()
  return { routes: [streaming.routes, web.routes], subscribers: [streaming.subscriber] }
}
