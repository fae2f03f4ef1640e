import type { Operation } from '../walk/row.ts'
import { accountOperations } from './accounts.ts'
import { actorDocumentOperations } from './actor-documents.ts'
import { adminAccountOperations } from './admin-accounts.ts'
import { auditOperations } from './admin-audit.ts'
import { automodOperations } from './admin-automod.ts'
import { batchOperations } from './admin-batches.ts'
import { blockOperations } from './admin-blocks.ts'
import { adminContentOperations } from './admin-content.ts'
import { domainOperations } from './admin-domains.ts'
import { figureOperations } from './admin-figures.ts'
import { operationsOperations } from './admin-operations.ts'
import { adminReportOperations } from './admin-reports.ts'
import { adminSettingsOperations } from './admin-settings.ts'
import { strikeOperations } from './admin-strikes.ts'
import { announcementOperations } from './announcements.ts'
import { annualReportOperations } from './annual-reports.ts'
import { appOperations } from './apps.ts'
import { collectionDocumentOperations } from './collection-documents.ts'
import { collectionOperations } from './collections.ts'
import { conversationOperations } from './conversations.ts'
import { credentialOperations } from './credentials.ts'
import { deliveryOperations } from './deliveries.ts'
import { discoveryOperations } from './discovery.ts'
import { draftOperations } from './drafts.ts'
import { eventStreamOperations } from './event-streams.ts'
import { filterOperations } from './filters.ts'
import { followDocumentOperations } from './follow-documents.ts'
import { gifOperations } from './gifs.ts'
import { inboxOperations } from './inboxes.ts'
import { interactionOperations } from './interactions.ts'
import { inviteOperations } from './invites.ts'
import { listOperations } from './lists.ts'
import { mediaOperations } from './media.ts'
import { moveOperations } from './moves.ts'
import { notificationGroupOperations } from './notification-groups.ts'
import { notificationPolicyOperations } from './notification-policies.ts'
import { notificationOperations } from './notifications.ts'
import { oauthOperations } from './oauth.ts'
import { oauthPageOperations } from './oauth-pages.ts'
import { ownOperations } from './own-things.ts'
import { pageOperations } from './pages.ts'
import { peopleOperations } from './people.ts'
import { pollOperations } from './polls.ts'
import { profileOperations } from './profile.ts'
import { pushOperations } from './push.ts'
import { quoteOperations } from './quotes.ts'
import { reactionOperations } from './reactions.ts'
import { refreshOperations } from './refreshes.ts'
import { relationshipOperations } from './relationships.ts'
import { remoteFileOperations } from './remote-files.ts'
import { reportOperations } from './reports.ts'
import { scheduledOperations } from './scheduled-statuses.ts'
import { serverOperations } from './server.ts'
import { signUpOperations } from './sign-up.ts'
import { socketOperations } from './sockets.ts'
import { statusDocumentOperations } from './status-documents.ts'
import { statusWritingOperations } from './status-writing.ts'
import { statusOperations } from './statuses.ts'
import { tagOperations } from './tags.ts'
import { timelineOperations } from './timelines.ts'
import { transferOperations } from './transfer.ts'
import { translationOperations } from './translation.ts'
import { trendOperations } from './trends.ts'
import { webClientOperations } from './web-client.ts'

/** Every operation that has a check. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...actorDocumentOperations,
  ...announcementOperations,
  ...annualReportOperations,
  ...collectionDocumentOperations,
  ...collectionOperations,
  ...profileOperations,
  ...appOperations,
  ...conversationOperations,
  ...credentialOperations,
  ...deliveryOperations,
  ...discoveryOperations,
  ...draftOperations,
  ...eventStreamOperations,
  ...filterOperations,
  ...followDocumentOperations,
  ...inboxOperations,
  ...interactionOperations,
  ...inviteOperations,
  ...adminAccountOperations,
  ...batchOperations,
  ...auditOperations,
  ...strikeOperations,
  ...adminSettingsOperations,
  ...adminContentOperations,
  ...blockOperations,
  ...domainOperations,
  ...figureOperations,
  ...adminReportOperations,
  ...operationsOperations,
  ...automodOperations,
  ...listOperations,
  ...mediaOperations,
  ...moveOperations,
  ...notificationGroupOperations,
  ...notificationOperations,
  ...notificationPolicyOperations,
  ...oauthOperations,
  ...oauthPageOperations,
  ...ownOperations,
  ...pageOperations,
  ...peopleOperations,
  ...pollOperations,
  ...pushOperations,
  ...quoteOperations,
  ...reactionOperations,
  ...refreshOperations,
  ...relationshipOperations,
  ...remoteFileOperations,
  ...reportOperations,
  ...scheduledOperations,
  ...gifOperations,
  ...serverOperations,
  ...signUpOperations,
  ...socketOperations,
  ...statusDocumentOperations,
  ...statusOperations,
  ...statusWritingOperations,
  ...tagOperations,
  ...timelineOperations,
  ...transferOperations,
  ...translationOperations,
  ...trendOperations,
  ...webClientOperations,
]
