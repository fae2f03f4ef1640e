import { useMemo } from 'preact/hooks'
import type { CustomEmoji, Status } from '../../shared/entities/api.ts'
import { drawEmojis } from '../../shared/shortcodes.ts'
import { movesByItself } from './autoplay.ts'
import { directionOf, ownTarget } from './text-links.ts'

interface ContentProps {
  /** as the server has sanitised it */
  html: string
  emojis: readonly CustomEmoji[]
  /** people named in it: their links lead to profiles here */
  mentions?: Status['mentions']
  /** posts linked in it: those of this server are read here */
  statuses?: readonly { url: string }[]
  /** BCP 47 tag of what it is written in */
  lang?: string | null
  class?: string
}

/** HTML that an account wrote: a post, a biography. Links to accounts and hashtags lead to their pages here. */
export function Content(props: ContentProps) {
  const { html, emojis, mentions = NOBODY, statuses = NOTHING, lang, class: name = '' } = props
  const drawn = useMemo(
    () => adapt(html, emojis, { mentions, statuses }),
    [html, emojis, mentions, statuses],
  )
  return (
    <div
      class={`content prose ${name}`}
      dir={directionOf(lang)}
      // of a language that nobody has told, words are not broken as those of the page
      lang={lang ?? ''}
      dangerouslySetInnerHTML={{ __html: drawn }}
    />
  )
}

const NOBODY: Status['mentions'] = []
const NOTHING: readonly { url: string }[] = []

type Named = Required<Pick<ContentProps, 'mentions' | 'statuses'>>

/** Gives content the links of this client, and pictures in the place of shortcodes. */
function adapt(html: string, emojis: readonly CustomEmoji[], named: Named): string {
  const template = document.createElement('template')
  template.innerHTML = html
  // what it says for software without quotes is shown as a quote
  for (const fallback of template.content.querySelectorAll('.quote-inline')) fallback.remove()
  for (const link of template.content.querySelectorAll('a')) adaptLink(link, named)
  drawEmojis(template.content, emojis, movesByItself())
  return template.innerHTML
}

function adaptLink(link: HTMLAnchorElement, { mentions, statuses }: Named): void {
  const isTag = link.classList.contains('hashtag') || link.rel.split(' ').includes('tag')
  const target = ownTarget({ href: link.href, text: link.textContent, isTag }, mentions)
  const isPostHere =
    link.origin === location.origin && statuses.some(({ url }) => url === link.href)
  if (target === null && !isPostHere) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
    return
  }
  if (target !== null) link.setAttribute('href', target.href)
  if (target?.title !== undefined) link.title = target.title
  link.removeAttribute('target')
}
