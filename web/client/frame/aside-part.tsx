import type { ComponentChildren } from 'preact'
import type { Resource } from '../../shared/use-resource.ts'

interface PartProps {
  title: string
  from: Resource<readonly unknown[]>
  /** so many places are kept while it is read, so that nothing moves when it comes; 0: most often there is nothing */
  rows: number
  more: { href: string; title: string }
  children: ComponentChildren
}

/** A part of the third column. One that is empty or failed to load takes no room: it is optional. */
export function Part({ title, from, rows, more, children }: PartProps) {
  if (from.error !== null || from.data?.length === 0) return null
  if (from.data === null && rows === 0) return null
  return (
    <section class="aside-part" aria-label={title}>
      <h2>{title}</h2>
      {from.data === null ? (
        <ul aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            <li key={row} class="aside-waiting" />
          ))}
        </ul>
      ) : (
        <ul>{children}</ul>
      )}
      <a class="aside-more" href={more.href}>
        {more.title}
      </a>
    </section>
  )
}
