import type { Dimension } from '../../shared/entities/figures.ts'
import { formatBytes } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { languageName } from './languages.ts'

type Item = Dimension['data'][number]

const SPACE: Readonly<Record<string, string>> = {
  media: t('Uploads from here'),
  media_cache: t('Kept from elsewhere'),
}

/** The name of an item in the reader's language; the API gives it in English. @param dimension its key */
export function itemTitle(dimension: string, { key, human_key }: Item): string {
  if (/(?:^|_)languages$/.test(dimension)) return languageName(key)
  return dimension === 'space_usage' ? (SPACE[key] ?? human_key) : human_key
}

/** The amount of an item, where that is more than a number. */
export const itemAmount = ({ unit, value, human_value }: Item): string | undefined =>
  unit === 'bytes' ? formatBytes(Number(value)) : human_value
