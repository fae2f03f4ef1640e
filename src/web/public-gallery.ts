import { html, type SafeHtml } from '../text/html.ts'
import type { MediaEntity, StatusEntity } from './public-entities.ts'
import { icon } from './public-icons.ts'
import { focusClasses, shownMedia } from './public-media.ts'
import { longTime } from './public-words.ts'

/** The files of statuses as tiles that lead to them. */
export function gallery(statuses: readonly StatusEntity[]): SafeHtml {
  const tiles = statuses.flatMap((status) =>
    shownMedia(status.media_attachments).map((item) => tile(status, item)),
  )
  return html`<section class="card flush" aria-label="Media"><ul class="gallery">
${tiles}
</ul></section>`
}

function tile(status: StatusEntity, item: MediaEntity): SafeHtml {
  const covered = status.sensitive || status.spoiler_text !== ''
  const name = `Post of ${longTime(status.created_at)}`
  return html`<li><a href="${status.url}" title="${name}">${covered ? cover(name) : preview(item, name)}</a></li>`
}

function cover(name: string): SafeHtml {
  return html`<span class="tile-cover">${icon('hidden')}<span class="visually-hidden">${name}: </span>Sensitive</span>`
}

function preview(item: MediaEntity, name: string): SafeHtml {
  const { preview_url: src, description, type } = item
  if (src === null)
    return html`<span class="tile-cover">${icon('play')}${description ?? name}</span>`
  const recording = type !== 'image' && html`<span class="tile-mark">${icon('play')}</span>`
  return html`<img class="tile ${focusClasses(item)}" src="${src}" alt="${description ?? name}" loading="lazy">${recording}`
}
