import type { App } from '../app.ts'
import type { Walked } from '../db/walk.ts'
import { fitting } from '../http/list-page.ts'
import type { StatusHead } from '../statuses/heads.ts'
import { renderEach } from '../statuses/serializer.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { parseEntities, type StatusEntity } from './public-entities.ts'
import { type Drawing, statusItem } from './public-status.ts'

/** Statuses on one page of a list. */
export const PAGE_SIZE = 20

/** One item more than is shown tells whether there are more. */
export function pageFrom(maxId: string | undefined) {
  return { maxId: maxId ?? null, sinceId: null, minId: null, limit: PAGE_SIZE + 1 }
}

/** Statuses that a page shows to everybody, and where the next page begins. */
export async function loadPage(
  app: App,
  { rows, stopped }: Walked<StatusHead>,
): Promise<{ statuses: StatusEntity[]; next: string | null }> {
  const texts = await renderEach(app, null, rows.slice(0, PAGE_SIZE))
  const count = fitting(texts)
  const shown = texts.slice(0, count).filter((text) => text !== null)
  const older = stopped !== null && 'max_id' in stopped ? stopped.max_id : null
  const next = rows.length > count ? (rows[count - 1]?.id ?? null) : older
  return { statuses: parseEntities<StatusEntity>(shown), next }
}

interface StatusList {
  /** names the list to those who do not see it */
  label: string
  pinned?: readonly StatusEntity[]
  statuses: readonly StatusEntity[]
  /** what stands in place of no status at all */
  empty: SafeHtml
}

export function statusList(
  drawing: Drawing,
  { label, pinned = [], statuses, empty }: StatusList,
): SafeHtml {
  const shown = statuses.filter(({ id }) => !pinned.some((pin) => pin.id === id))
  if (pinned.length + shown.length === 0) return html`<div class="card empty">${empty}</div>`
  return html`<section class="card flush" aria-label="${label}">
${pinned.map((status) => statusItem(drawing, status, { pinned: true }))}
${shown.map((status) => statusItem(drawing, status))}
</section>`
}

/** Links to what is older, and back to the beginning. @param path of the list's first page */
export function pager(path: string, next: string | null, isFirst: boolean): SafeHtml {
  if (next === null && isFirst) return html``
  const older = `${path}?max_id=${next}`
  return html`<nav class="pager" aria-label="Pages">
${!isFirst && html`<a class="button secondary" href="${path}">Newest posts</a>`}
${next !== null && html`<a class="button secondary" rel="next" href="${older}">Older posts</a>`}
</nav>`
}
