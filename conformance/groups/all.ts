import type { Operation } from '../walk/row.ts'
import { accountOperations } from './accounts.ts'
import { appOperations } from './apps.ts'
import { conversationOperations } from './conversations.ts'
import { credentialOperations } from './credentials.ts'
import { discoveryOperations } from './discovery.ts'
import { eventStreamOperations } from './event-streams.ts'
import { interactionOperations } from './interactions.ts'
import { mediaOperations } from './media.ts'
import { notificationOperations } from './notifications.ts'
import { oauthOperations } from './oauth.ts'
import { oauthPageOperations } from './oauth-pages.ts'
import { ownOperations } from './own-things.ts'
import { pageOperations } from './pages.ts'
import { pollOperations } from './polls.ts'
import { relationshipOperations } from './relationships.ts'
import { serverOperations } from './server.ts'
import { signUpOperations } from './sign-up.ts'
import { socketOperations } from './sockets.ts'
import { statusWritingOperations } from './status-writing.ts'
import { statusOperations } from './statuses.ts'
import { timelineOperations } from './timelines.ts'

/** Every operation that has a check. */
export const operations: readonly Operation[] = [
  ...accountOperations,
  ...appOperations,
  ...conversationOperations,
  ...credentialOperations,
  ...discoveryOperations,
  ...eventStreamOperations,
  ...interactionOperations,
  ...mediaOperations,
  ...notificationOperations,
  ...oauthOperations,
  ...oauthPageOperations,
  ...ownOperations,
  ...pageOperations,
  ...pollOperations,
  ...relationshipOperations,
  ...serverOperations,
  ...signUpOperations,
  ...socketOperations,
  ...statusOperations,
  ...statusWritingOperations,
  ...timelineOperations,
]
