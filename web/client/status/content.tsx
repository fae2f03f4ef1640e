import { useMemo } from 'preact/hooks'
import type { CustomEmoji, Status } from '../../shared/entities/api.ts'
import { movesByItself } from './motion.ts'

interface ContentProps {
  /** as the server has sanitised it */
  html: string
  emojis: readonly CustomEmoji[]
  /** people named in it: their links lead to profiles here */
  mentions?: Status['mentions']
  /** BCP 47 tag of what it is written in */
  lang?: string | null
  class?: string
}

/** What somebody wrote: a post, a biography. Links to people and hashtags lead to their pages here. */
export function Content({ html, emojis, mentions = NOBODY, lang, class: name = '' }: ContentProps) {
  const drawn = useMemo(() => adapt(html, emojis, mentions), [html, emojis, mentions])
  return (
    <div
      class={`content prose ${name}`}
      dir={directionOf(lang)}
      lang={lang ?? undefined}
      dangerouslySetInnerHTML={{ __html: drawn }}
    />
  )
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
])

/** By the language where it is told: a text may begin with the name of somebody in another script. */
export function directionOf(lang: string | null | undefined): 'rtl' | 'auto' {
  return RIGHT_TO_LEFT.has(lang?.split('-')[0] ?? '') ? 'rtl' : 'auto'
}

const NOBODY: Status['mentions'] = []

/** Gives content the links of this client, and pictures in the place of shortcodes. */
function adapt(html: string, emojis: readonly CustomEmoji[], mentions: Status['mentions']): string {
  const template = document.createElement('template')
  template.innerHTML = html
  // what it says for software without quotes is shown as a quote
  for (const fallback of template.content.querySelectorAll('.quote-inline')) fallback.remove()
  for (const link of template.content.querySelectorAll('a')) adaptLink(link, mentions)
  if (emojis.length > 0) drawEmojis(template.content, emojis)
  return template.innerHTML
}

function adaptLink(link: HTMLAnchorElement, mentions: Status['mentions']): void {
  const person = mentions.find(({ url }) => url === link.href)
  const tag = hashtagOf(link)
  if (person !== undefined) {
    link.setAttribute('href', `/@${person.acct}`)
    link.title = `@${person.acct}`
  } else if (tag !== null) {
    link.setAttribute('href', `/tags/${encodeURIComponent(tag)}`)
  } else {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
    return
  }
  link.removeAttribute('target')
}

function hashtagOf(link: HTMLAnchorElement): string | null {
  const text = link.textContent.trim()
  const isTag = link.classList.contains('hashtag') || link.rel.split(' ').includes('tag')
  return isTag && text.startsWith('#') ? text.slice(1) : null
}

function drawEmojis(root: DocumentFragment, emojis: readonly CustomEmoji[]): void {
  const byName = new Map(emojis.map((emoji) => [emoji.shortcode, emoji]))
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.data.includes(':') && text.parentElement?.closest('code, pre') == null) {
      found.push(text)
    }
  }
  for (const text of found) {
    const parts = text.data.split(/:([\w-]+):/)
    if (parts.length === 1) continue
    text.replaceWith(...parts.map((part, at) => (at % 2 === 0 ? part : pictureOf(part, byName))))
  }
}

function pictureOf(
  shortcode: string,
  emojis: ReadonlyMap<string, CustomEmoji>,
): HTMLImageElement | string {
  const emoji = emojis.get(shortcode)
  if (emoji === undefined) return `:${shortcode}:`
  const picture = document.createElement('img')
  picture.className = 'emoji'
  picture.alt = `:${shortcode}:`
  picture.title = picture.alt
  picture.setAttribute('src', movesByItself() ? emoji.url : emoji.static_url)
  picture.setAttribute('draggable', 'false')
  return picture
}
