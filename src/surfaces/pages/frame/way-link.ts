import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import type { Text } from '../../../kernel/text/messages.ts'
import { shape } from './shapes.ts'
import { isAt, type Way } from './ways.ts'

/** A link of the frame: icon and words. @param path where the page is */
export function wayLink(way: Way<Text>, path: string, size = 22): SafeHtml {
  return html`<a class="way" href="${way.href}" title="${way.title}"${isAt(way, path) && html` aria-current="page"`}><span class="way-icon">${shape(way.icon, size)}</span><span class="way-title">${way.title}</span></a>`
}
