import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../shared/components/button.tsx'
import { formatCompact } from '../shared/format.ts'
import { place } from '../shared/router.ts'
import { me, server } from '../shared/session.ts'
import { waitingIn } from './overview.ts'
import { findPage, GROUPS, ownPages, type PageEntry } from './pages.ts'

/** on narrow screens, where the list is folded away */
const isListOpen = signal(false)

export function Bar() {
  return (
    <header class="bar">
      <div class="bar-menu">
        <Button
          kind="quiet"
          small
          expanded={isListOpen.value}
          onClick={() => {
            isListOpen.value = !isListOpen.value
          }}
        >
          <span aria-hidden="true">☰</span> Menu
        </Button>
      </div>
      <a class="bar-name" href="/admin">
        <strong>{server.title}</strong> <span class="muted">Administration</span>
      </a>
      <span class="bar-person" title={me.role}>
        @{me.username}
      </span>
      <a class="bar-leave" href="/">
        Leave
      </a>
    </header>
  )
}

/** Every page that the role has, with how much waits there. */
export function SideList() {
  const { path } = place.value
  const current = findPage(path)?.entry
  useEffect(() => {
    isListOpen.value = false
  }, [path])
  return (
    <nav class={isListOpen.value ? 'side open' : 'side'} aria-label="Administration">
      {Object.entries(GROUPS).map(([group, title]) => {
        const entries = ownPages.filter((entry) => entry.group === group)
        if (entries.length === 0) return null
        return (
          <div key={group} class="side-group">
            {title !== '' && <h2>{title}</h2>}
            <ul>
              {entries.map((entry) => (
                <li key={entry.path}>
                  <SideLink entry={entry} isCurrent={entry === current} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function SideLink({ entry, isCurrent }: { entry: PageEntry; isCurrent: boolean }) {
  const waiting = waitingIn(entry.waiting)
  return (
    <a
      href={entry.path === '' ? '/admin' : `/admin/${entry.path}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span>{entry.title}</span>
      {waiting > 0 && (
        <span class="side-count">
          {formatCompact(waiting)}
          <span class="visually-hidden"> waiting</span>
        </span>
      )}
    </a>
  )
}
