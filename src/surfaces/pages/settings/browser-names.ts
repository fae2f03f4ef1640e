import { browserOf } from '../../../kernel/text/browsers.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'

/** The common name of the browser behind a User-Agent header: `Firefox on Android`. */
export function browserName(userAgent: string | null): Text {
  const { browser: known, system } = browserOf(userAgent)
  const browser = known ?? t('A browser')
  return system === null ? browser : t('{browser} on {system}', { browser, system })
}
