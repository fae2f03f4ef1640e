import { language } from '../../shared/i18n.ts'
import { useGet } from '../../shared/use-resource.ts'

const NAMES = new Intl.DisplayNames(language(), { type: 'language', fallback: 'code' })

/** "German" of `de`; what is no code is named as it is. */
export function languageName(code: string): string {
  try {
    return NAMES.of(code) ?? code
  } catch {
    return code
  }
}

/** Languages that the server knows, by their names. @param chosen is among them in any case */
export function useLanguages(chosen: string): (readonly [code: string, name: string])[] {
  const known = useGet<{ code: string }[]>('/api/v1/instance/languages')
  const codes = new Set((known.data ?? []).map(({ code }) => code))
  if (chosen !== '') codes.add(chosen)
  return [...codes]
    .map((code) => [code, languageName(code)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other))
}
