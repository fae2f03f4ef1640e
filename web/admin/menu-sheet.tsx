import { signal } from '@preact/signals'
import { wayGroups } from '../../src/surfaces/pages/frame/ways.ts'
import { around } from '../shared/around.ts'
import { Button, LinkButton } from '../shared/components/button.tsx'
import { Dialog } from '../shared/components/dialog.tsx'
import { NavigationLink } from '../shared/components/navigation-link.tsx'
import { t } from '../shared/i18n.ts'
import { currentCsrfToken, me } from '../shared/session.ts'

const isOpen = signal(false)

export function openMenu(): void {
  isOpen.value = true
}

const close = (): void => {
  isOpen.value = false
}

/** Where the sheet with every place appears, as in the client: drawn once. */
export function MenuHost() {
  return isOpen.value ? <MenuSheet /> : null
}

function MenuSheet() {
  return (
    <Dialog title={t('Menu')} wide onClose={close}>
      <div class="more">
        <Own />
        {wayGroups(t, around()).map(({ title, ways }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {ways.map((way) => (
                // also where it leads to the page that is there already
                <li key={way.href} onClickCapture={close}>
                  <NavigationLink way={way} size={20} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** The account that is signed in, and the ways out. */
function Own() {
  return (
    <div class="menu-account">
      <p>
        <bdi class="muted" dir="ltr">
          @{me.username}
        </bdi>{' '}
        <span class="muted">{me.role}</span>
      </p>
      <form class="buttons" method="post" action="/auth/sign_out">
        <input type="hidden" name="csrf_token" value={currentCsrfToken()} />
        <LinkButton href="/auth/accounts">{t('Accounts')}</LinkButton>
        <Button type="submit">{t('Sign out')}</Button>
      </form>
    </div>
  )
}
