import { useEffect } from 'preact/hooks'
import { Questions } from '../shared/components/dialog.tsx'
import { SignInAgain } from '../shared/components/sign-in-again.tsx'
import { Toasts } from '../shared/components/toast.tsx'
import { place } from '../shared/router.ts'
import { Bar, SideList } from './frame.tsx'
import { refreshOverview } from './overview.ts'
import { Shown } from './shown.tsx'

/** ms between two looks at what waits */
const PERIOD = 120_000

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
        Skip to the content
      </a>
      <Bar />
      <div class="frame">
        <SideList />
        <main id="main" tabIndex={-1}>
          <Shown path={place.value.path} />
        </main>
      </div>
      <Questions />
      <SignInAgain />
      <Toasts />
    </>
  )
}
