import { html, type SafeHtml } from '../text/html.ts'
import type { MediaEntity } from './public-entities.ts'
import { icon } from './public-icons.ts'

/** A file that can be shown. */
type Shown = MediaEntity & { url: string }

/** Those of a status's files that can be shown: not one that is still worked on. */
export function shownMedia(media: readonly MediaEntity[]): Shown[] {
  return media.filter((item): item is Shown => item.url !== null && item.type !== 'unknown')
}

/**
 * The files of a status: pictures in a grid, each cut around its focus and linked to the whole.
 * @param first it is what the page is about: its pictures do not wait until they are in sight
 */
export function mediaGrid(media: readonly MediaEntity[], first = false): SafeHtml {
  const shown = shownMedia(media)
  if (shown.length === 0) return html``
  const alone = shown.length === 1
  return html`<div class="media-grid of-${Math.min(shown.length, 4)}">
${shown.map((item) => html`<figure class="media ${item.type}">${player(item, alone, first)}${altText(item)}</figure>`)}
</div>`
}

/** The same behind a cover that opens without script. */
export function coveredMedia(media: readonly MediaEntity[]): SafeHtml {
  const { length } = shownMedia(media)
  if (length === 0) return html``
  return html`<details class="cover">
<summary class="cover-button">${icon('hidden')}<span class="when-closed">Sensitive media: show</span><span class="when-open">Hide sensitive media</span></summary>
${mediaGrid(media)}
</details>`
}

function player(item: Shown, alone: boolean, first: boolean): SafeHtml {
  const { type, url, preview_url: preview } = item
  if (type === 'image') {
    return html`<a class="picture" href="${url}">${picture(item, preview ?? url, alone, first)}</a>`
  }
  const label = item.description ?? 'Without description'
  if (type === 'audio') {
    return html`${preview !== null && picture({ ...item, description: '' }, preview, false)}<audio controls preload="none" src="${url}" aria-label="${label}"></audio>`
  }
  const poster = preview !== null && html` poster="${preview}"`
  const looping = type === 'gifv' ? html` loop muted` : html``
  return html`<video controls playsinline preload="none" src="${url}"${poster}${looping}${size(item)} aria-label="${label}"></video>`
}

/** A picture that is alone keeps its proportions, others fill their cell. */
function picture(item: MediaEntity, src: string, alone: boolean, first = false): SafeHtml {
  return html`<img class="${focusClasses(item)}" src="${src}" alt="${item.description ?? ''}"${!first && html` loading="lazy"`}${alone && size(item)}>`
}

function size({ meta }: MediaEntity): SafeHtml {
  const { width, height } = meta?.original ?? meta?.small ?? {}
  if (width === undefined || height === undefined) return html``
  return html` width="${width}" height="${height}"`
}

/** Description of a file, for those who see it. */
function altText({ type, description }: MediaEntity): SafeHtml {
  if (description === null || description.trim() === '') return html``
  const what = type === 'image' ? 'the picture' : 'the recording'
  return html`<details class="alt"><summary class="alt-button">ALT<span class="visually-hidden">: description of ${what}</span></summary><p dir="auto">${description}</p></details>`
}

/**
 * Names in the stylesheet for the point that stays visible, in steps of a tenth: the page allows no
 * styles in attributes.
 */
export function focusClasses({ meta }: Pick<MediaEntity, 'meta'>): string {
  const { x = 0, y = 0 } = meta?.focus ?? {}
  const step = (value: number) => Math.round((Math.min(1, Math.max(-1, value)) + 1) * 5)
  return `focus-x-${step(x)} focus-y-${step(-y)}`
}
