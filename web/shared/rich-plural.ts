import { countedOf, formatNumber } from './i18n.ts'
import { type Parts, placed } from './rich.ts'

/** A message that counts, with parts of the page in it: `richPlural(n, '<b>{n}</b> post', '<b>{n}</b> posts', { b: … })`. */
export const richPlural = (n: number, one: string, many: string, parts: Parts = {}) =>
  placed(countedOf(n, one, many), { n: formatNumber(n), ...parts })
