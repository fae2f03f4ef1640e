import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../../shared/components/dialog.tsx'
import { NavigationLink } from '../../shared/components/navigation-link.tsx'
import { t } from '../../shared/i18n.ts'
import { place } from '../../shared/router.ts'
import { viewer } from '../../shared/session.ts'
import { AccountMenu } from '../account-switcher/account-menu.tsx'
import { InstallEntry } from '../push/install-entry.tsx'
import { JoinLinks } from './join-links.tsx'
import { navigationGroups } from './navigation-groups.ts'

const isOpen = signal(false)

export function openMore(): void {
  isOpen.value = true
}

/** Where the sheet with every place appears: drawn once. */
export function MoreHost() {
  return isOpen.value ? <More /> : null
}

function More() {
  const close = () => {
    isOpen.value = false
  }
  useCloseOnGoing(close)
  return (
    <Dialog title={t('Menu')} wide onClose={close}>
      <div class="more">
        {viewer === null ? <JoinLinks /> : <AccountMenu />}
        {navigationGroups().map(({ title, ways }, at, { length }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {ways.map((way) => (
                // also where it leads to the page that is there already
                <li key={way.href} onClickCapture={close}>
                  <NavigationLink way={way} size={20} />
                </li>
              ))}
              {at === length - 1 && <InstallEntry />}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Closes the sheet when any navigation changes the page. */
function useCloseOnGoing(close: () => void): void {
  const { path } = place.value
  const from = useRef(path)
  useEffect(() => {
    if (from.current !== path) close()
  }, [path])
}
