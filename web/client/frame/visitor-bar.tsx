import { Logo } from '../../shared/components/logo.tsx'
import { server, viewer } from '../../shared/session.ts'
import { JoinLinks } from './join-links.tsx'

/** On phones: whose server this is, and how to get in. */
export function VisitorBar() {
  if (viewer !== null) return null
  return (
    <header class="visitor-bar">
      <a class="side-name" href="/">
        <Logo size={28} />
        <span dir="auto">{server.title}</span>
      </a>
      <JoinLinks small />
    </header>
  )
}
