import { render } from 'preact'
import { watchOtherTabs } from '../shared/other-tabs.ts'
import { startRouter } from '../shared/router.ts'
import '../shared/styles/base.css'
import '../shared/styles/controls.css'
import '../shared/styles/parts.css'
import '../shared/styles/lists.css'
import '../shared/styles/charts.css'
import './admin.css'
import './parts/parts.css'
import { Administration } from './administration.tsx'

watchOtherTabs()
startRouter((path) => path === '/admin' || path.startsWith('/admin/'))
const root = document.getElementById('app')
if (root !== null) {
  root.replaceChildren()
  render(<Administration />, root)
}
