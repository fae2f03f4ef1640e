import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import type { MediaEntity } from './entities.ts'
import { icon } from './icons.ts'

/** An attachment with a file that can be shown. */
type Shown = MediaEntity & { url: string }

/** The attachments that can be shown: not those that are still processed. */
export function shownMedia(media: readonly MediaEntity[]): Shown[] {
  return media.filter((item): item is Shown => item.url !== null && item.type !== 'unknown')
}

/**
 * The attachments of a status: pictures in a grid, each cropped around its focal point and linked to the full file.
 * @param first the status is the page's main one: its pictures load at once, not lazily
 */
export function mediaGrid(media: readonly MediaEntity[], first = false): SafeHtml {
  const shown = shownMedia(media)
  if (shown.length === 0) return html``
  const alone = shown.length === 1
  return html`<div class="media-grid of-${Math.min(shown.length, 4)}">
${shown.map((item) => html`<figure class="media ${item.type}">${player(item, alone, first)}${altText(item)}</figure>`)}
</div>`
}

/** The same behind a cover, which opens without script. */
export function coveredMedia(media: readonly MediaEntity[]): SafeHtml {
  const { length } = shownMedia(media)
  if (length === 0) return html``
  return html`<details class="cover">
<summary class="cover-button">${icon('hidden')}<span class="when-closed">${t('Sensitive media: show')}</span><span class="when-open">${t('Hide sensitive media')}</span></summary>
${mediaGrid(media)}
</details>`
}

function player(item: Shown, alone: boolean, first: boolean): SafeHtml {
  const { type, url, preview_url: preview } = item
  if (type === 'image') {
    return html`<a class="picture" href="${url}">${picture(item, preview ?? url, alone, first)}</a>`
  }
  const label = item.description ?? t('Without description')
  if (type === 'audio') {
    return html`${preview !== null && picture({ ...item, description: '' }, preview, false)}<audio controls preload="none" src="${url}" aria-label="${label}"></audio>`
  }
  const poster = preview !== null && html` poster="${preview}"`
  const looping = type === 'gifv' ? html` loop muted` : html``
  return html`<video controls playsinline preload="none" src="${url}"${poster}${looping}${size(item)} aria-label="${label}"></video>`
}

/** A single picture keeps its proportions; several fill their grid cells. */
function picture(item: MediaEntity, src: string, alone: boolean, first = false): SafeHtml {
  return html`<img class="${focusClasses(item)}" src="${src}" alt="${item.description ?? ''}"${!first && html` loading="lazy"`}${alone && size(item)}>`
}

function size({ meta }: MediaEntity): SafeHtml {
  const { width, height } = meta?.original ?? meta?.small ?? {}
  if (width === undefined || height === undefined) return html``
  return html` width="${width}" height="${height}"`
}

/** The alt text, for people who see the picture. */
function altText({ type, description }: MediaEntity): SafeHtml {
  if (description === null || description.trim() === '') return html``
  const what =
    type === 'image' ? t('description of the picture') : t('description of the recording')
  return html`<details class="alt"><summary class="alt-button">ALT<span class="visually-hidden">: ${what}</span></summary><p dir="auto">${description}</p></details>`
}

/**
 * Classes of the stylesheet for a focal point, in steps of a tenth: the security policy of pages allows no style
 * attributes.
 */
export function focusClasses({ meta }: Pick<MediaEntity, 'meta'>): string {
  const { x = 0, y = 0 } = meta?.focus ?? {}
  const step = (value: number) => Math.round((Math.min(1, Math.max(-1, value)) + 1) * 5)
  return `focus-x-${step(x)} focus-y-${step(-y)}`
}
