import { render } from 'preact'
import { loadLanguage } from '../shared/load-language.ts'
import { watchOtherTabs } from '../shared/other-tabs.ts'
import { startRouter } from '../shared/router.ts'
import '../shared/styles/base.css'
import '../shared/styles/controls.css'
import '../shared/styles/parts.css'
import '../shared/styles/lists.css'
import '../shared/styles/charts.css'
import '../../src/surfaces/pages/styles/frame.css'
import '../../src/surfaces/pages/styles/frame-wide.css'
import '../../src/surfaces/pages/styles/account-menu.css'
import './admin.css'
import './parts/parts.css'

watchOtherTabs()
/** Drawn by the server, so that it is there without script and without these files, too. */
const HEALTH = '/admin/health'
startRouter((path) => (path === '/admin' || path.startsWith('/admin/')) && path !== HEALTH)
await loadLanguage(() => import('./catalogues.ts'))
// its tables of words are made once it is known in which language
const { Administration } = await import('./administration.tsx')
const root = document.getElementById('app')
if (root !== null) {
  root.replaceChildren()
  render(<Administration />, root)
}
