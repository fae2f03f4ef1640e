import { render } from 'preact'
import { warmFormats } from '../shared/format.ts'
import { watchOtherTabs } from '../shared/other-tabs.ts'
import { place, startRouter } from '../shared/router.ts'
import '../shared/styles/base.css'
import '../shared/styles/controls.css'
import '../shared/styles/parts.css'
import '../shared/styles/lists.css'
import './styles/client.css'
import './styles/frame.css'
import './styles/frame-wide.css'
import './styles/feed.css'
import { Client } from './client.tsx'
import { chooseLanguage } from './language.ts'
import { findPage } from './pages.ts'
import { watchInstall } from './push/install.ts'
import { startWorker } from './push/worker.ts'
import { loadPage, preloadPages } from './shown.tsx'
import { takeOver } from './take-over.ts'
import { applyTheme } from './theme.ts'

watchOtherTabs()
watchInstall()
startRouter((path) => findPage(path) !== null)
applyTheme()
await chooseLanguage()
const { prepared } = await loadPage(place.value)
preloadPages()
const isThere = takeOver((root) => render(<Client />, root), prepared)
void warmFormats()
await isThere
startWorker()
