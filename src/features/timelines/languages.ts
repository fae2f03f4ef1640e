/**
 * Whether a reader's chosen languages include a status's language: no choice means all, and
 * statuses without a language always pass (S-283, S-322).
 */
export function takesLanguage(chosen: readonly string[] | null, language: string | null): boolean {
  if (language === null || chosen === null || chosen.length === 0) return true
  return chosen.includes(language)
}
