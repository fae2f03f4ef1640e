import { renderEach } from '../../../features/statuses/read/serializer.ts'
import type { ListedStatus } from '../../../features/statuses/read/status-rows.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { ScannedPage } from '../../../kernel/db/list-scan.ts'
import { fitting } from '../../../kernel/http/list-page.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { parseEntities, type StatusEntity } from './entities.ts'
import { type Drawing, statusItem } from './status.ts'

/** statuses on one page of a list */
export const PAGE_SIZE = 20

/** Requests one item more than the page shows, which tells whether a next page exists. */
export function pageFrom(maxId: string | undefined) {
  return { maxId: maxId ?? null, sinceId: null, minId: null, limit: PAGE_SIZE + 1 }
}

/** Renders a page of statuses as everybody may see them, and finds where the next page begins. */
export async function loadPage(
  app: App,
  { rows, stopped }: ScannedPage<ListedStatus>,
): Promise<{ statuses: StatusEntity[]; next: string | null }> {
  const texts = await renderEach(app, null, rows.slice(0, PAGE_SIZE))
  const count = fitting(texts)
  const shown = texts.slice(0, count).filter((text) => text !== null)
  const older = stopped !== null && 'max_id' in stopped ? stopped.max_id : null
  const next = rows.length > count ? (rows[count - 1]?.id ?? null) : older
  return { statuses: parseEntities<StatusEntity>(shown), next }
}

interface StatusList {
  /** accessible name of the list */
  label: Text
  pinned?: readonly StatusEntity[]
  statuses: readonly StatusEntity[]
  /** shown if the list has no status */
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

/** Links to older statuses and to the first page. @param path of the first page */
export function pager(path: string, next: string | null, isFirst: boolean): SafeHtml {
  if (next === null && isFirst) return html``
  const older = `${path}?max_id=${next}`
  return html`<nav class="pager" aria-label="${t('Pages')}">
${!isFirst && html`<a class="button secondary" href="${path}">${t('Newest posts')}</a>`}
${next !== null && html`<a class="button secondary" rel="next" href="${older}">${t('Older posts')}</a>`}
</nav>`
}
