import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../../shared/i18n.ts'
import { matches } from '../../shared/media-query.ts'
import { place } from '../../shared/router.ts'
import { Optional } from './page-boundary.tsx'
import { SearchField } from './search-field.tsx'

/** as in frame-wide.css: where there is room for a third column */
const isWide = matches('(min-width: 75rem)')
/** pages that take its room */
const ROOMY: readonly string[] = ['/', '/deck']
const loaded = signal<typeof import('./aside.tsx') | null>(null)

/** Whether the page takes the third column's room. */
export const isRoomy = (): boolean => ROOMY.includes(place.value.path)

/** The third column: there on wide screens alone, and what it shows is loaded only there. */
export function AsideHost() {
  const isShown = isWide.value && !isRoomy()
  const isNeeded = isShown && loaded.value === null
  useEffect(() => {
    // without it the page still is whole
    if (isNeeded) import('./aside.tsx').then(keep, () => {})
  }, [isNeeded])
  if (!isShown) return null
  const Aside = loaded.value?.Aside
  return (
    <aside class="aside" aria-label={t('More to find')}>
      <SearchField />
      {Aside !== undefined && (
        <Optional>
          <Aside />
        </Optional>
      )}
    </aside>
  )
}

const keep = (module: typeof import('./aside.tsx')): void => {
  loaded.value = module
}
