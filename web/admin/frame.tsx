import { barWays, mainWays } from '../../src/surfaces/pages/frame/ways.ts'
import { around } from '../shared/around.ts'
import { Logo } from '../shared/components/logo.tsx'
import { NavigationLink } from '../shared/components/navigation-link.tsx'
import { t } from '../shared/i18n.ts'
import { Icon, Menu, Pencil } from '../shared/icons.tsx'
import { server } from '../shared/session.ts'
import { Face } from './face.tsx'
import { openMenu } from './menu-sheet.tsx'

/** The side of the client (web/client/frame/sidebar.tsx); its words are there where they and the list have room. */
export function Side() {
  return (
    <aside class="side" aria-label={t('Navigation')}>
      <a class="side-name" href="/home" title={server.title}>
        <Logo />
        <span dir="auto">{server.title}</span>
      </a>
      <nav class="side-ways" aria-label={t('Main')}>
        <ul>
          {mainWays(t, around()).map((way) => (
            <li key={way.href}>
              <NavigationLink way={way} />
            </li>
          ))}
          <li>
            <button type="button" class="way" title={t('More')} onClick={openMenu}>
              <span class="way-icon">
                <Icon of={Menu} size={22} />
              </span>
              <span class="way-title">{t('More')}</span>
            </button>
          </li>
        </ul>
      </nav>
      <div class="side-write">
        <a class="button primary" href="/publish" aria-label={t('New post')} title={t('New post')}>
          <Icon of={Pencil} />
          <span class="way-title">{t('New post')}</span>
        </a>
      </div>
      <div class="side-foot">
        <div class="account-menu">
          <button type="button" class="account-menu-button" onClick={openMenu}>
            <Face />
          </button>
        </div>
      </div>
    </aside>
  )
}

/** The bar of the client at the foot of phones. */
export function PhoneBar() {
  const ways = barWays(t, around()).map((way) => (
    <li key={way.href}>
      <NavigationLink way={way} size={24} />
    </li>
  ))
  return (
    <nav class="phone-bar" aria-label={t('Main')}>
      <ul>
        {ways.slice(0, 2)}
        <li>
          <a class="phone-write" href="/publish" aria-label={t('New post')}>
            <Icon of={Pencil} size={24} />
          </a>
        </li>
        {ways.slice(2)}
        <li>
          <button type="button" class="way" onClick={openMenu}>
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
