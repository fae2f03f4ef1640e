import { accountSection } from './account-section.ts'
import { deletionSection } from './deletion-section.ts'
import { featuredTagsSection } from './featured-tags-section.ts'
import { filtersSection } from './filters-section.ts'
import { followedTagsSection } from './followed-tags-section.ts'
import { importExportSection } from './import-export-section.ts'
import { moveSection } from './move-section.ts'
import { notificationsSection } from './notifications-section.ts'
import { passkeysSection } from './passkeys-section.ts'
import { preferencesSection } from './preferences-section.ts'
import { privacySection } from './privacy-section.ts'
import { profileSection } from './profile-section.ts'
import type { SettingsSection } from './section.ts'
import { sessionsSection } from './sessions-section.ts'
import { strikesSection } from './strikes-section.ts'
import { twoFactorSection } from './two-factor-section.ts'

/** All sections, in the order of the list within their groups. */
export const SECTIONS: readonly SettingsSection[] = [
  profileSection,
  preferencesSection,
  privacySection,
  notificationsSection,
  filtersSection,
  followedTagsSection,
  featuredTagsSection,
  accountSection,
  sessionsSection,
  twoFactorSection,
  passkeysSection,
  strikesSection,
  moveSection,
  importExportSection,
  deletionSection,
]
