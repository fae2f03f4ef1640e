import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { HeadStart } from '../../shared/components/page-head.tsx'
import { matches } from '../../shared/media-query.ts'
import { watchCounts } from '../notifications/unread-counts.ts'
import { isPopOut } from '../state/pop-out.ts'
import { readServer } from '../state/server.ts'
import { AsideHost, isRoomy } from './aside-host.tsx'
import { BackLink } from './back-link.tsx'
import { MoreHost } from './more-sheet.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { isAmongSettings, SettingsListHost } from './settings-list-host.tsx'
import { Sidebar } from './sidebar.tsx'
import { VisitorBar } from './visitor-bar.tsx'

/** as in frame-wide.css: there is no room for a column at the side */
const isPhone = matches('(max-width: 47.99rem)')

/** Layout around every page: the navigation, the page, and the column beside it. */
export function Frame({ children }: { children: ComponentChildren }) {
  useEffect(() => {
    void readServer()
    if (!isPopOut) watchCounts()
  }, [])
  if (isPopOut) {
    return (
      <main id="main" class="pop-out" tabIndex={-1}>
        {children}
      </main>
    )
  }
  const hasList = !isPhone.value && isAmongSettings()
  return (
    <>
      <div class={hasList ? 'frame two' : isRoomy() ? 'frame roomy' : 'frame'}>
        {!isPhone.value && <Sidebar />}
        {hasList && <SettingsListHost />}
        <div class="frame-page">
          <VisitorBar />
          <main id="main" tabIndex={-1}>
            <HeadStart.Provider value={BackLink}>{children}</HeadStart.Provider>
          </main>
        </div>
        {!hasList && <AsideHost />}
      </div>
      {isPhone.value && <PhoneBar />}
      <MoreHost />
    </>
  )
}
