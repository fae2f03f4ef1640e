import { render } from 'preact'
import { warmFormats } from '../shared/format.ts'
import { watchOtherTabs } from '../shared/other-tabs.ts'
import { place, startRouter } from '../shared/router.ts'
import { viewer } from '../shared/session.ts'
import '../shared/styles/base.css'
import '../shared/styles/controls.css'
import '../shared/styles/parts.css'
import '../shared/styles/lists.css'
import './styles/client.css'
import '../../src/surfaces/pages/styles/frame.css'
import '../../src/surfaces/pages/styles/frame-wide.css'
import './styles/frame-page.css'
import './styles/feed.css'
import { Client } from './client.tsx'
import { preloadComposer } from './compose/composer-host.tsx'
import { mount } from './mount.ts'
import { loadPage, preloadPages } from './page-outlet.tsx'
import { findPage } from './pages.ts'
import { watchDeeds } from './people/safety/other-tabs.ts'
import { watchInstall } from './push/install.ts'
import { startWorker } from './push/service-worker.ts'
import { loadOwnLanguage } from './state/language.ts'
import { limitOwnStyles } from './state/own-styles.ts'
import { applyTheme } from './state/theme.ts'
import { savesData } from './status/data-saver.ts'

/** Safari knows no idle time */
const whenIdle = (run: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(run) : setTimeout(run, 2000)

const isPage = (path: string) => findPage(path) !== null

watchOtherTabs()
watchDeeds()
watchInstall()
startRouter(isPage)
applyTheme()
limitOwnStyles()
await loadOwnLanguage()
const { prepared } = await loadPage(place.value)
preloadPages()
const isThere = mount((root) => render(<Client />, root), prepared)
void warmFormats()
await isThere
startWorker(isPage)
if (matchMedia('(any-pointer: coarse)').matches) {
  // gestures can be done without, so they come last
  whenIdle(
    () =>
      void import('./gestures/start.ts').then(
        (all) => all.startGestures(),
        () => {},
      ),
  )
}
if (viewer !== null && !savesData()) whenIdle(() => void preloadComposer())
