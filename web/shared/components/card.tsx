import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface CardProps {
  title?: string
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A part of a page with a heading of its own. */
export function Card({ title, actions, children }: CardProps) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header class="card-head">
          <h2 id={id}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

/** Names and what they stand for; what is empty or false is left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [title: ComponentChildren, value: ComponentChildren])[]
}) {
  const shown = facts.filter(([, value]) => value || value === 0)
  return (
    <dl class="facts">
      {shown.map(([title, value], at) => (
        <div key={at}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
