import { useEffect } from 'preact/hooks'
import { Questions } from '../shared/components/dialog.tsx'
import { SignInAgain } from '../shared/components/sign-in-again.tsx'
import { Toasts } from '../shared/components/toast.tsx'
import { t } from '../shared/i18n.ts'
import { matches } from '../shared/media-query.ts'
import { place } from '../shared/router.ts'
import { PhoneBar, Side } from './frame.tsx'
import { MenuHost } from './menu-sheet.tsx'
import { refreshOverview } from './overview.ts'
import { PageListBar, PageListNav } from './page-list-nav.tsx'
import { PageOutlet } from './page-outlet.tsx'

/** ms between two looks at what waits */
const PERIOD = 120_000
/** as in frame-wide.css: there is no room for a column at the side */
const isPhone = matches('(max-width: 47.99rem)')
/** as in admin.css: there is room for the list of pages beside the page */
const hasList = matches('(min-width: 64rem)')

export function Administration() {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void refreshOverview()
    }
    look()
    const timer = setInterval(look, PERIOD)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return (
    <>
      <a class="skip-link" href="#main">
        {t('Skip to the content')}
      </a>
      <div class="frame two admin">
        {!isPhone.value && <Side />}
        {hasList.value && <PageListNav />}
        <div class="frame-page">
          {!hasList.value && <PageListBar />}
          <main id="main" tabIndex={-1}>
            <PageOutlet path={place.value.path} />
          </main>
        </div>
      </div>
      {isPhone.value && <PhoneBar />}
      <MenuHost />
      <Questions />
      <SignInAgain />
      <Toasts />
    </>
  )
}
