import { server, viewer } from '../../shared/session.ts'
import { Join } from './join.tsx'
import { Logo } from './side.tsx'

/** On phones: whose server this is, and how to get in. */
export function VisitorBar() {
  if (viewer !== null) return null
  return (
    <header class="visitor-bar">
      <a class="side-name" href="/">
        <Logo size={28} />
        <span>{server.title}</span>
      </a>
      <Join small />
    </header>
  )
}
