import type { TSchema } from '../../../kernel/http/schema.ts'
import { accountEntities } from './accounts.ts'
import { adminEntities } from './admin.ts'
import { adminAccountEntities } from './admin-accounts.ts'
import { adminAutomodEntities } from './admin-automod.ts'
import { adminBlockEntities } from './admin-blocks.ts'
import { adminContentEntities } from './admin-content.ts'
import { adminDomainEntities } from './admin-domains.ts'
import { adminFigureEntities } from './admin-figures.ts'
import { adminOperationEntities } from './admin-operations.ts'
import { adminReportEntities } from './admin-reports.ts'
import { adminSettingsEntities } from './admin-settings.ts'
import { strikeEntities } from './admin-strikes.ts'
import { announcementEntities } from './announcements.ts'
import { collectionEntities } from './collections.ts'
import { filterEntities } from './filters.ts'
import { instanceEntities } from './instance.ts'
import { mediaEntities } from './media.ts'
import { nodeEntities } from './nodeinfo.ts'
import { notificationEntities } from './notifications.ts'
import { oauthEntities } from './oauth.ts'
import { ownEntities } from './own.ts'
import { statusEntities } from './statuses.ts'

/**
 * Every entity that an operation in scope returns, by its name in surface.tsv. Objects are closed;
 * nullable members are required and optional members are never null (S-014).
 */
export const entities: Readonly<Record<string, TSchema>> = {
  ...accountEntities,
  ...adminEntities,
  ...adminFigureEntities,
  ...adminAccountEntities,
  ...adminReportEntities,
  ...adminOperationEntities,
  ...strikeEntities,
  ...adminAutomodEntities,
  ...adminContentEntities,
  ...adminSettingsEntities,
  ...adminBlockEntities,
  ...adminDomainEntities,
  ...announcementEntities,
  ...filterEntities,
  ...collectionEntities,
  ...instanceEntities,
  ...mediaEntities,
  ...nodeEntities,
  ...notificationEntities,
  ...oauthEntities,
  ...ownEntities,
  ...statusEntities,
}
