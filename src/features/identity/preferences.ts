import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { readPostingDefaults } from '../accounts/posting-defaults.ts'
import { changeProfile } from '../accounts/profile.ts'
import type { UserSettings } from '../accounts/tables.ts'
import { getUserSettings } from '../accounts/user-settings.ts'
import { changeDigestDays, type DigestDays, findDigestDays } from './digests.ts'
import { changeUserChoices, getUserChoices } from './user-choices.ts'

export const MEDIA_CHOICES = ['default', 'show_all', 'hide_all'] as const

/** Preferences that count in every app; Mastodon's API has a part of them. */
export interface AccountPreferences extends Omit<UserSettings, 'show_application'> {
  /** BCP 47 tag */
  locale: string
  /** null: UTC */
  time_zone: string | null
  /** days between two mails about what was missed; 0: none */
  digest_days: number
}

export type PreferenceChanges = Partial<AccountPreferences> & { digest_days?: DigestDays }

type Owner = { id: string; userId: string }

export async function getPreferences(db: Db, { id, userId }: Owner): Promise<AccountPreferences> {
  const { show_application: _, ...settings } = await getUserSettings(db, id)
  const { locale, timeZone } = await getUserChoices(db, userId)
  const digestDays = await findDigestDays(db, userId)
  return { locale, time_zone: timeZone, ...settings, digest_days: digestDays }
}

/** @throws InvalidFields for an unknown language or time zone; then nothing changes */
export async function changePreferences(
  tx: Tx,
  owner: Owner,
  { locale, time_zone, digest_days, ...given }: PreferenceChanges,
): Promise<void> {
  const { default_language: language, ...others } = given
  const settings = { ...others, ...readPostingDefaults({ language }) }
  if (Object.keys(settings).length > 0) await changeProfile(tx, owner.id, { settings })
  if (digest_days !== undefined) await changeDigestDays(tx, owner.userId, digest_days)
  if (locale === undefined && time_zone === undefined) return
  const before = await getUserChoices(tx.db, owner.userId)
  await changeUserChoices(tx, owner.userId, {
    ...before,
    locale: locale ?? before.locale,
    timeZone: time_zone === undefined ? before.timeZone : time_zone,
  })
}
