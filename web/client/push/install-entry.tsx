import { tellError } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import { Download, Icon } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { install, installWay } from './install.ts'

/** Among the ways of the menu: the browser's own offer, or where it is said how it goes by hand. */
export function InstallEntry() {
  const way = installWay()
  const words = (
    <>
      <span class="way-icon">
        <Icon of={Download} size={20} />
      </span>
      <span class="way-title">{t('Install as an app')}</span>
    </>
  )
  if (way === 'by button') {
    return (
      <li>
        <button type="button" class="way" onClick={() => void install().catch(tellError)}>
          {words}
        </button>
      </li>
    )
  }
  if (way === 'installed' || viewer === null) return null
  return (
    <li>
      <a class="way" href="/notifications/settings">
        {words}
      </a>
    </li>
  )
}
