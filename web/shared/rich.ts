import type { ComponentChildren } from 'preact'
import { isolated, messageOf } from './i18n.ts'

export type Parts = Readonly<
  Record<string, ComponentChildren | ((inner: ComponentChildren) => ComponentChildren)>
>

/**
 * A message with parts of the page in it: `rich('{name} boosted', { name: <b>…</b> })`, and elements around its words:
 * `rich('Read <link>the rules</link>', { link: (text) => <a href="/about">{text}</a> })`.
 */
export const rich = (text: string, parts: Parts): ComponentChildren =>
  placed(messageOf(text), parts)

/** Puts the parts in their places; for a text that was said before. */
export function placed(text: string, parts: Parts): ComponentChildren {
  return text.split(/(\{\w+\}|<\w+>.*?<\/\w+>)/).map((piece) => {
    const [, name, inner] = /^[{<](\w+).(?:(.*)<.*)?$/.exec(piece) ?? []
    const part = name && parts[name]
    if (typeof part === 'function') return part(placed(inner ?? '', parts))
    return name ? (typeof part === 'string' ? isolated(part) : part) : piece
  })
}
