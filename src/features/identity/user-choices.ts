import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { isLanguage, languageOrNull } from '../../kernel/text/language.ts'
import { type FieldError, InvalidFields, problemOf } from '../accounts/field-errors.ts'

/** A user's choices besides the profile. */
export interface UserChoices {
  /** BCP 47 tag */
  locale: string
  /** null: UTC */
  timeZone: string | null
  /** languages of public timelines; null: all (S-322) */
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

/** @throws InvalidFields for an unknown language or time zone; then nothing changes */
export async function changeUserChoices(
  tx: Tx,
  userId: string,
  { locale, timeZone, chosenLanguages }: UserChoices,
): Promise<void> {
  if (languageOrNull(locale) === null)
    throw invalid('locale', problemOf('ERR_INVALID', 'is no language code'))
  if (timeZone !== null && !isTimeZone(timeZone))
    throw invalid('time_zone', problemOf('ERR_INVALID', 'is not known'))
  await tx.db
    .updateTable('local_user')
    .set({ locale, time_zone: timeZone })
    .where('id', '=', userId)
    .execute()
  await chooseLanguages(tx, userId, chosenLanguages ?? [])
}

/**
 * Chooses the languages of public timelines; none: all.
 * @throws InvalidFields for an unknown language
 */
export async function chooseLanguages(
  tx: Tx,
  userId: string,
  languages: readonly string[],
): Promise<void> {
  const chosen = [...new Set(languages)]
  if (!chosen.every(isLanguage))
    throw invalid('chosen_languages', problemOf('ERR_INVALID', 'contain something that is none'))
  await tx.db
    .updateTable('local_user')
    .set({ chosen_languages: JSON.stringify(chosen.length === 0 ? null : chosen) })
    .where('id', '=', userId)
    .execute()
}

/** @param locale BCP 47 tag of a language of this software */
export async function chooseLocale(tx: Tx, userId: string, locale: string): Promise<void> {
  await tx.db.updateTable('local_user').set({ locale }).where('id', '=', userId).execute()
}

function invalid(field: 'locale' | 'time_zone' | 'chosen_languages', problem: FieldError) {
  return new InvalidFields({ [field]: [problem] })
}

/** Whether a name is an IANA time zone. */
export function isTimeZone(name: string | null): boolean {
  if (name === null || name.length > 64) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
