import { NavigationLink } from '../../shared/components/navigation-link.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon, Menu, Pencil } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { openComposer } from '../compose/open-composer.ts'
import { barWays } from './bar-ways.ts'
import { openMore } from './more-sheet.tsx'

/** The bar at the foot of a phone: where the thumb is. */
export function PhoneBar() {
  const ways = barWays().map((way) => (
    <li key={way.href}>
      <NavigationLink way={way} size={24} />
    </li>
  ))
  return (
    <nav class="phone-bar" aria-label={t('Main')}>
      <ul>
        {ways.slice(0, 2)}
        {viewer !== null && (
          <li>
            <Write />
          </li>
        )}
        {ways.slice(2)}
        <li>
          <button type="button" class="way" onClick={openMore}>
            <span class="way-icon">
              <Icon of={Menu} size={24} />
            </span>
            <span class="way-title">{t('Menu')}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}

function Write() {
  return (
    <button
      type="button"
      class="phone-write"
      aria-label={t('New post')}
      onClick={() => openComposer()}
    >
      <Icon of={Pencil} size={24} />
    </button>
  )
}
