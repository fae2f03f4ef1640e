import { accounts } from './accounts.ts'
import { adminAccounts } from './admin-accounts.ts'
import { adminAudit } from './admin-audit.ts'
import { adminAutomod } from './admin-automod.ts'
import { adminBlocks } from './admin-blocks.ts'
import { adminContent } from './admin-content.ts'
import { adminDomains } from './admin-domains.ts'
import { adminFigures } from './admin-figures.ts'
import { adminOperations } from './admin-operations.ts'
import { adminReports } from './admin-reports.ts'
import { adminSettings } from './admin-settings.ts'
import { adminStrikes, strikes } from './admin-strikes.ts'
import { collections } from './collections.ts'
import { filters } from './filters.ts'
import { instance } from './instance.ts'
import { lists } from './lists.ts'
import { media } from './media.ts'
import { notifications } from './notifications.ts'
import { oauth } from './oauth.ts'
import { profile } from './profile.ts'
import type { Section } from './section.ts'
import { statuses } from './statuses.ts'
import { streaming } from './streaming.ts'
import { tags } from './tags.ts'
import { timelines } from './timelines.ts'
import { transfer } from './transfer.ts'

/** Every operation, in reading order. */
export const sections: readonly Section[] = [
  oauth,
  accounts,
  profile,
  statuses,
  media,
  timelines,
  notifications,
  tags,
  lists,
  collections,
  filters,
  transfer,
  strikes,
  instance,
  streaming,
  adminAccounts,
  adminAudit,
  adminFigures,
  adminReports,
  adminOperations,
  adminStrikes,
  adminAutomod,
  adminSettings,
  adminContent,
  adminBlocks,
  adminDomains,
]
