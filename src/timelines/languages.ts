/**
 * Whether somebody who chose languages takes a status: none chosen means all, and those without one
 * always pass (S-283, S-322).
 */
export function takesLanguage(chosen: readonly string[] | null, language: string | null): boolean {
  if (language === null || chosen === null || chosen.length === 0) return true
  return chosen.includes(language)
}
