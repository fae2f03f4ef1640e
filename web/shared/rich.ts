import type { ComponentChildren } from 'preact'
import { messageOf } from './i18n.ts'

/** A message with parts of the page in it: `rich('{name} boosted', { name: <b>…</b> })`. */
export function rich(
  text: string,
  parts: Readonly<Record<string, ComponentChildren>>,
): ComponentChildren {
  return messageOf(text)
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? parts[part.slice(1, -1)] : part))
}
