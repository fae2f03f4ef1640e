import * as accountPictures from '../../features/accounts/pictures.ts'
import * as domainLimits from '../../features/accounts/remote/domain-limits.ts'
import * as remoteAccounts from '../../features/accounts/remote/refresh.ts'
import * as accountBatches from '../../features/admin/batches/run.ts'
import * as termsMails from '../../features/admin/terms/notify.ts'
import * as webhookJobs from '../../features/admin/webhooks/jobs.ts'
import * as announcementJobs from '../../features/announcements/jobs.ts'
import * as annualReportJobs from '../../features/annual-reports/jobs.ts'
import * as auditRetention from '../../features/audit/retention.ts'
import * as automodMatches from '../../features/automod/matches.ts'
import * as remoteCollections from '../../features/collections/federation/suggest.ts'
import * as collectionConsent from '../../features/collections/federation/verify.ts'
import * as conversationsOfDomains from '../../features/conversations/forget-domain.ts'
import * as popularity from '../../features/discovery/popular.ts'
import * as databaseCopies from '../../features/health/old-copies.ts'
import * as healthSamples from '../../features/health/take-sample.ts'
import * as identity from '../../features/identity/routes.ts'
import * as instanceActivity from '../../features/instance/activity.ts'
import * as ipBlocks from '../../features/instance/ip-block-changes.ts'
import * as publishedTerms from '../../features/instance/publish-terms.ts'
import * as mediaJobs from '../../features/media/jobs.ts'
import * as blockLists from '../../features/moderation/block-lists/jobs.ts'
import * as moderationJobs from '../../features/moderation/jobs.ts'
import * as peerSoftware from '../../features/moderation/peer-software.ts'
import * as domainPurge from '../../features/moderation/purge-domain.ts'
import * as notificationJobs from '../../features/notifications/jobs.ts'
import * as oauth from '../../features/oauth/routes.ts'
import * as polls from '../../features/polls/expiry.ts'
import * as proxyBlocks from '../../features/proxy/domain-blocks.ts'
import * as proxyJobs from '../../features/proxy/jobs.ts'
import * as reportedFiles from '../../features/proxy/reported.ts'
import * as domainBlocks from '../../features/relationships/domain-blocks.ts'
import * as followAdmission from '../../features/relationships/federation/follow-rate-limit.ts'
import * as followsAbroad from '../../features/relationships/federation/subscribers.ts'
import * as mutes from '../../features/relationships/mutes.ts'
import * as reportMails from '../../features/reports/mails.ts'
import * as reportRetention from '../../features/reports/retention.ts'
import * as cardJobs from '../../features/statuses/cards/job.ts'
import * as statusHistory from '../../features/statuses/federation/backfill.ts'
import * as statusParents from '../../features/statuses/federation/fetch-parents.ts'
import * as threads from '../../features/statuses/federation/fetch-thread.ts'
import * as statusDeliveryJobs from '../../features/statuses/federation/sending/jobs.ts'
import * as quoteJobs from '../../features/statuses/quotes/verify.ts'
import * as scheduledJobs from '../../features/statuses/scheduled/publish.ts'
import * as statusCleanup from '../../features/statuses/write/cleanup.ts'
import * as statusCollections from '../../features/statuses/write/collections.ts'
import * as statusRetention from '../../features/statuses/write/retention.ts'
import * as remoteTags from '../../features/tags/federation/remote-tags.ts'
import * as fanOut from '../../features/timelines/fan-out.ts'
import * as homeCare from '../../features/timelines/home-maintenance.ts'
import * as listChanges from '../../features/timelines/list-changes.ts'
import * as rebuild from '../../features/timelines/rebuild.ts'
import * as homeOfDomains from '../../features/timelines/remove-domain-entries.ts'
import * as transferJobs from '../../features/transfer/jobs.ts'
import * as translations from '../../features/translation/cache.ts'
import * as trendJobs from '../../features/trends/jobs.ts'
import * as trendMails from '../../features/trends/review-mails.ts'
import * as deliveries from '../../kernel/activitypub/delivery/prune.ts'
import * as stoppedDeliveries from '../../kernel/activitypub/delivery/stop-and-restart.ts'
import * as dispatch from '../../kernel/activitypub/dispatch.ts'
import * as tombstoneBudget from '../../kernel/activitypub/tombstone-budget.ts'
import * as tombstones from '../../kernel/activitypub/tombstones.ts'
import { HOUR } from '../../kernel/base/durations.ts'
import { refreshStatistics } from '../../kernel/db/statistics.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import * as forgottenFiles from '../../kernel/jobs/remove-stored-files.ts'
import * as pushJobs from '../../surfaces/push/jobs.ts'

/** Handlers of all kinds of jobs. */
export const jobs: JobHandlers = {
  'database.refresh_statistics': {
    every: HOUR,
    run: (app) => app.database.transaction(refreshStatistics),
  },
  ...dispatch.jobs,
  ...deliveries.jobs,
  ...stoppedDeliveries.jobs,
  ...tombstones.jobs,
  ...tombstoneBudget.jobs,
  ...forgottenFiles.jobs,
  ...identity.jobs,
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
  ...accountBatches.jobs,
  ...webhookJobs.jobs,
  ...moderationJobs.jobs,
  ...domainPurge.jobs,
  ...peerSoftware.jobs,
  ...blockLists.jobs,
  ...healthSamples.jobs,
  ...databaseCopies.jobs,
  ...pushJobs.jobs,
}
