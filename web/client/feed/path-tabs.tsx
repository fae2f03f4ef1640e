import { addressWith, place } from '../../shared/router.ts'

interface PathTabsProps {
  /** for readers of the screen: what is chosen */
  label: string
  /** each a page of its own */
  tabs: readonly (readonly [path: string, title: string])[]
}

/** Pages that belong together, one at a time. What else the address says goes along. */
export function PathTabs({ label, tabs }: PathTabsProps) {
  const { path, query } = place.value
  return (
    <nav class="tabs path-tabs" aria-label={label}>
      {tabs.map(([href, title]) => (
        <a
          key={href}
          href={addressWith({}, { path: href, query })}
          aria-current={href === path ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
