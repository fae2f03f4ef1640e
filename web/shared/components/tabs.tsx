import { withoutCursor } from '../query.ts'
import { addressWith, place } from '../router.ts'

interface TabsProps {
  /** for readers of the screen: what is chosen */
  label: string
  /** parameter of the address that holds the choice */
  name: string
  options: readonly (readonly [value: string, title: string])[]
  /** value that is chosen where the address says nothing; default the first */
  usual?: string
}

/** Views of a page, one at a time. They are links: the choice is part of the address. */
export function Tabs({ label, name, options, usual = options[0]?.[0] ?? '' }: TabsProps) {
  const { path, query } = place.value
  const chosen = query[name] ?? usual
  return (
    <nav class="tabs" aria-label={label}>
      {options.map(([value, title]) => (
        <a
          key={value}
          href={addressWith(
            { [name]: value === usual ? null : value },
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
