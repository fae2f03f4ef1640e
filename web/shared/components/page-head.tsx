import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isFirstPage } from '../router.ts'
import { server } from '../session.ts'

interface PageHeadProps {
  title: string
  /** shown instead of the title, where it is more than text */
  heading?: ComponentChildren
  lead?: ComponentChildren
  /** the page that this one belongs to */
  up?: { href: string; title: string }
  actions?: ComponentChildren
}

/** The heading of a page. It takes the focus when the page is reached by a click, so that it is read out. */
export function PageHead({ title, heading, lead, up, actions }: PageHeadProps) {
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${server.title}`
  }, [title])
  useEffect(() => {
    if (!isFirstPage) element.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header class="page-head">
      {up && (
        <a class="page-up" href={up.href}>
          ‹ {up.title}
        </a>
      )}
      <div class="page-title">
        <h1 ref={element} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {actions && <div class="buttons">{actions}</div>}
      </div>
      {lead && <p class="page-lead">{lead}</p>}
    </header>
  )
}
