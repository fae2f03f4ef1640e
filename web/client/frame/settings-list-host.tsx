import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isAt } from '../../../src/surfaces/pages/frame/ways.ts'
import { t } from '../../shared/i18n.ts'
import { place } from '../../shared/router.ts'
import { Optional } from './page-boundary.tsx'

/** settings that are pages of the client */
const PAGES: readonly string[] = [
  '/profile/edit',
  '/preferences',
  '/notifications/settings',
  '/followed_tags',
  '/filters',
]
const loaded = signal<typeof import('./settings-list.tsx') | null>(null)

/** Whether the list of settings stands beside the page. */
export const isAmongSettings = (): boolean =>
  PAGES.some((href) => isAt({ href, below: true }, place.value.path))

/** The list of settings between the side and the page: its place is kept until it is loaded. */
export function SettingsListHost() {
  useEffect(() => {
    // without it the page still is whole
    if (loaded.value === null) import('./settings-list.tsx').then(keep, () => {})
  }, [])
  const List = loaded.value?.SettingsList
  if (List === undefined) return <nav class="frame-list" aria-label={t('Settings')} />
  return (
    <Optional>
      <List />
    </Optional>
  )
}

const keep = (module: typeof import('./settings-list.tsx')): void => {
  loaded.value = module
}
