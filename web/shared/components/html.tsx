import { useMemo } from 'preact/hooks'
import type { CustomEmoji } from '../entities/account.ts'
import { drawEmojis } from '../shortcodes.ts'

interface HtmlProps {
  html: string
  /** whose shortcodes stand in it */
  emojis?: readonly CustomEmoji[]
  class?: string
}

/** User-written HTML, sanitised by the server. Its links open in a new tab. */
export function Html({ html, emojis = NONE, class: name = '' }: HtmlProps) {
  const drawn = useMemo(() => withPictures(html, emojis), [html, emojis])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links within are what is used
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser makes clicks of keys on links
    <div
      class={`prose ${name}`}
      onClick={(event) => {
        const link = (event.target as Element).closest('a')
        if (link === null) return
        link.target = '_blank'
        link.rel = 'noopener noreferrer'
      }}
      dangerouslySetInnerHTML={{ __html: drawn }}
    />
  )
}

const NONE: readonly CustomEmoji[] = []

function withPictures(html: string, emojis: readonly CustomEmoji[]): string {
  if (emojis.length === 0) return html
  const template = document.createElement('template')
  template.innerHTML = html
  drawEmojis(template.content, emojis, false)
  return template.innerHTML
}
