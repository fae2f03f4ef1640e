import type { ComponentChildren } from 'preact'

/** A link, or the words alone where there is nowhere to go. */
export function MaybeLink({
  href,
  children,
}: {
  href: string | undefined
  children: ComponentChildren
}) {
  return href === undefined ? <strong>{children}</strong> : <a href={href}>{children}</a>
}
