const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** "German" of `de`; what is no code is named as it is. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code
  } catch {
    return code
  }
}
