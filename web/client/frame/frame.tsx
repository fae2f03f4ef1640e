import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { HeadStart } from '../../shared/components/page-head.tsx'
import { matches } from '../../shared/matches.ts'
import { readServer } from '../state/server.ts'
import { AsidePlace } from './aside-place.tsx'
import { Back } from './back.tsx'
import { watchCounts } from './counts.ts'
import { MoreHost } from './more.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Side } from './side.tsx'
import { VisitorBar } from './visitor-bar.tsx'

/** as in frame-wide.css: there is no room for a column at the side */
const isPhone = matches('(max-width: 47.99rem)')

/** What surrounds every page: where one can go, the page, and what else there is. */
export function Frame({ children }: { children: ComponentChildren }) {
  useEffect(() => {
    void readServer()
    watchCounts()
  }, [])
  return (
    <>
      <div class="frame">
        {!isPhone.value && <Side />}
        <div class="frame-page">
          <VisitorBar />
          <main id="main" tabIndex={-1}>
            <HeadStart.Provider value={Back}>{children}</HeadStart.Provider>
          </main>
        </div>
        <AsidePlace />
      </div>
      {isPhone.value && <PhoneBar />}
      <MoreHost />
    </>
  )
}
