import type { Walked } from '../db/walk.ts'
import { html, type SafeHtml } from '../text/html.ts'
import type { StatusEntity } from './public-entities.ts'
import { type Drawing, statusItem } from './public-status.ts'

/** Statuses on one page of a list. */
export const PAGE_SIZE = 20

/** One item more than is shown tells whether there are more. */
export function pageFrom(maxId: string | undefined) {
  return { maxId: maxId ?? null, sinceId: null, minId: null, limit: PAGE_SIZE + 1 }
}

/** What is shown of the heads that were found, and where the next page begins. */
export function pageOfHeads<Head extends { id: string }>({
  rows,
  stopped,
}: Walked<Head>): { heads: Head[]; next: string | null } {
  const heads = rows.slice(0, PAGE_SIZE)
  if (rows.length > PAGE_SIZE) return { heads, next: heads.at(-1)?.id ?? null }
  return { heads, next: stopped !== null && 'max_id' in stopped ? stopped.max_id : null }
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
