import { withoutCursor } from '../api.ts'
import { addressWith, place } from '../router.ts'

interface TabsProps {
  /** for readers of the screen: what is chosen */
  label: string
  /** parameter of the address that holds the choice */
  name: string
  /** value and title; the first is chosen where the address says nothing */
  options: readonly (readonly [value: string, title: string])[]
}

/** Views of a page, one at a time. They are links: the choice is part of the address. */
export function Tabs({ label, name, options }: TabsProps) {
  const { path, query } = place.value
  const [first] = options[0] ?? ['']
  const chosen = query[name] ?? first
  return (
    <nav class="tabs" aria-label={label}>
      {options.map(([value, title]) => (
        <a
          key={value}
          href={addressWith(
            { [name]: value === first ? null : value },
            { path, query: withoutCursor(query) },
          )}
          aria-current={value === chosen ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
