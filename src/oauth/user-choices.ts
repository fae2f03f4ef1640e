import { InvalidFields } from '../accounts/field-errors.ts'
import type { Db } from '../db/database.ts'
import { isLanguage, languageOrNull } from '../text/language.ts'
import type { Tx } from '../transact.ts'

/** What users choose for themselves beside their profile. */
export interface UserChoices {
  /** BCP 47 tag */
  locale: string
  /** null: UTC */
  timeZone: string | null
  /** what public timelines show; null: every language (S-322) */
  chosenLanguages: readonly string[] | null
}

export async function getUserChoices(db: Db, userId: string): Promise<UserChoices> {
  const row = await db
    .selectFrom('local_user')
    .select(['locale', 'time_zone', 'chosen_languages'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { locale, time_zone: timeZone, chosen_languages: chosenLanguages } = row
  return { locale, timeZone, chosenLanguages }
}

/** @throws InvalidFields for what is no language or time zone; then nothing changes */
export async function changeUserChoices(
  tx: Tx,
  userId: string,
  { locale, timeZone, chosenLanguages }: UserChoices,
): Promise<void> {
  if (languageOrNull(locale) === null) throw invalid('locale', 'is no language code')
  if (timeZone !== null && !isTimeZone(timeZone)) throw invalid('time_zone', 'is not known')
  const chosen = [...new Set(chosenLanguages ?? [])]
  if (!chosen.every(isLanguage)) throw invalid('chosen_languages', 'contain something that is none')
  await tx.db
    .updateTable('local_user')
    .set({
      locale,
      time_zone: timeZone,
      chosen_languages: JSON.stringify(chosen.length === 0 ? null : chosen),
    })
    .where('id', '=', userId)
    .execute()
}

function invalid(field: 'locale' | 'time_zone' | 'chosen_languages', description: string) {
  return new InvalidFields({ [field]: [{ error: 'ERR_INVALID', description }] })
}

/** Whether a name is one of the IANA time zones. */
export function isTimeZone(name: string | null): boolean {
  if (name === null || name.length > 64) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
