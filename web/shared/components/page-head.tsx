import { type ComponentChildren, type ComponentType, createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { isFirstPage } from '../router.ts'
import { server } from '../session.ts'

/** the page that another one belongs to */
interface Upper {
  href: string
  title: string
}

/** Component that a program puts before the title in place of the link to the upper page: a back button. */
export const HeadStart = createContext<ComponentType<{ up?: Upper | undefined }> | null>(null)

interface PageHeadProps {
  title: string
  /** shown instead of the title, where it is more than text */
  heading?: ComponentChildren
  lead?: ComponentChildren
  /** the page that this one belongs to */
  up?: Upper
  actions?: ComponentChildren
}

/** The heading of a page. It takes the focus when the page is reached by a click, so that it is read out. */
export function PageHead({ title, heading, lead, up, actions }: PageHeadProps) {
  const element = useRef<HTMLHeadingElement>(null)
  const Start = useContext(HeadStart)
  useEffect(() => {
    document.title = `${title} · ${server.title}`
  }, [title])
  useEffect(() => {
    if (!isFirstPage) element.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header class="page-head">
      {up && Start === null && (
        <a class="page-up" href={up.href}>
          ‹ {up.title}
        </a>
      )}
      <div class="page-title">
        {Start !== null && <Start up={up} />}
        <h1 ref={element} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {actions && <div class="buttons">{actions}</div>}
      </div>
      {lead && <p class="page-lead">{lead}</p>}
    </header>
  )
}
