import { Button } from '../../shared/components/button.tsx'
import { Logo } from '../../shared/components/logo.tsx'
import { type NavigationItem, NavigationLink } from '../../shared/components/navigation-link.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon, Menu, Pencil } from '../../shared/icons.tsx'
import { server, viewer } from '../../shared/session.ts'
import { AccountMenu } from '../account-switcher/account-menu.tsx'
import { openComposer } from '../compose/open-composer.ts'
import { JoinLinks } from './join-links.tsx'
import { openMore } from './more-sheet.tsx'
import { mainNavigation } from './navigation.ts'
import { OwnLists } from './own-lists.tsx'
import { isPinned, pinnedWays } from './pinned-ways.ts'

/** The sidebar of wide screens; medium screens show a strip of icons. */
export function Sidebar() {
  return (
    <aside class="side" aria-label={t('Navigation')}>
      <a class="side-name" href={viewer === null ? '/' : '/home'} title={server.title}>
        <Logo />
        <span dir="auto">{server.title}</span>
      </a>
      <nav class="side-ways" aria-label={t('Main')}>
        <ul>
          {sideWays().map((way) => (
            <li key={way.href} class={isPinned(way.href) ? 'side-pin' : undefined}>
              <NavigationLink way={way} />
              {way.href === '/lists' && <OwnLists />}
            </li>
          ))}
          <li>
            <button type="button" class="way" title={t('More')} onClick={openMore}>
              <span class="way-icon">
                <Icon of={Menu} size={22} />
              </span>
              <span class="way-title">{t('More')}</span>
            </button>
          </li>
        </ul>
      </nav>
      {viewer === null ? <JoinLinks /> : <Write />}
      {viewer !== null && (
        <div class="side-foot">
          <AccountMenu />
        </div>
      )}
    </aside>
  )
}

/** The ways of the side; pinned ones stand with lists and hashtags. */
const sideWays = (): NavigationItem[] =>
  mainNavigation().flatMap((way) =>
    way.href === '/followed_tags' ? [way, ...pinnedWays()] : [way],
  )

function Write() {
  return (
    <div class="side-write">
      <Button kind="primary" label={t('New post')} onClick={() => openComposer()}>
        <Icon of={Pencil} />
        <span class="way-title">{t('New post')}</span>
      </Button>
    </div>
  )
}
