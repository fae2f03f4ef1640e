import { loadLanguage } from '../../shared/load-language.ts'
import { webSetting } from './web-settings.ts'

/** Speaks what the person chose, or the first of the browser's languages that there is; else English. */
export const loadOwnLanguage = (): Promise<void> =>
  loadLanguage(() => import('./catalogues.ts'), webSetting('language').peek())
