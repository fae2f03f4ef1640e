import { accountSection } from './account-section.ts'
import { deletionSection } from './deletion-section.ts'
import { importExportSection } from './import-export-section.ts'
import { moveSection } from './move-section.ts'
import { passkeysSection } from './passkeys-section.ts'
import type { SettingsSection } from './section.ts'
import { sessionsSection } from './sessions-section.ts'
import { twoFactorSection } from './two-factor-section.ts'

/** Every section, in the order of the list within its group. */
export const SECTIONS: readonly SettingsSection[] = [
  accountSection,
  sessionsSection,
  twoFactorSection,
  passkeysSection,
  moveSection,
  importExportSection,
  deletionSection,
]
