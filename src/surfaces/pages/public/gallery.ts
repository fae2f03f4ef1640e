import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import type { MediaEntity, StatusEntity } from './entities.ts'
import { icon } from './icons.ts'
import { focusClasses, shownMedia } from './media.ts'
import { longTime } from './words.ts'

/** The media attachments of statuses as tiles, each a link to its status. */
export function gallery(statuses: readonly StatusEntity[]): SafeHtml {
  const tiles = statuses.flatMap((status) =>
    shownMedia(status.media_attachments).map((item) => tile(status, item)),
  )
  return html`<section class="card flush" aria-label="${t('Media')}"><ul class="gallery">
${tiles}
</ul></section>`
}

function tile(status: StatusEntity, item: MediaEntity): SafeHtml {
  const covered = status.sensitive || status.spoiler_text !== ''
  const name = t('Post of {longTime}', { longTime: longTime(status.created_at) })
  return html`<li><a href="${status.url}" title="${name}">${covered ? cover(name) : preview(item, name)}</a></li>`
}

function cover(name: Text): SafeHtml {
  return html`<span class="tile-cover">${rich('{icon}{name}Sensitive', { icon: icon('hidden'), name: html`<span class="visually-hidden">${name}: </span>` })}</span>`
}

function preview(item: MediaEntity, name: Text): SafeHtml {
  const { preview_url: src, description, type } = item
  if (src === null)
    return html`<span class="tile-cover">${icon('play')}${description ?? name}</span>`
  const recording = type !== 'image' && html`<span class="tile-mark">${icon('play')}</span>`
  return html`<img class="tile ${focusClasses(item)}" src="${src}" alt="${description ?? name}" loading="lazy">${recording}`
}

/** The first picture of each status, as `gallery`. */
export function firstPictures(statuses: readonly StatusEntity[]): SafeHtml {
  const tiles = statuses.flatMap((status) =>
    status.media_attachments.slice(0, 1).map((item) => tile(status, item)),
  )
  return html`<div class="card flush"><ul class="gallery">${tiles}</ul></div>`
}
