import { normalizeId } from '../../../kernel/base/ids.ts'
import type { Page } from '../../../kernel/db/pagination.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { textOf } from '../pages.ts'

/** entries on a page of a list */
export const ENTRIES = 40

/** The page that an address requests, with one entry more than is shown, which tells whether a next page exists. */
export function askedPage(query: unknown): Page {
  const maxId = normalizeId(textOf(query, 'max_id'))
  return { maxId, sinceId: null, minId: null, limit: ENTRIES + 1 }
}

export interface Shown<Row> {
  rows: Row[]
  /** links to the first and the next page; empty if there is one page only */
  links: SafeHtml
}

/** @param cursorOf id after which the next page begins */
export function shownPage<Row>(
  found: readonly Row[],
  { path, page, cursorOf }: { path: string; page: Page; cursorOf: (row: Row) => string },
): Shown<Row> {
  const rows = found.slice(0, ENTRIES)
  const last = found.length > ENTRIES ? rows.at(-1) : undefined
  if (last === undefined && page.maxId === null) return { rows, links: html`` }
  const links = html`<nav class="pager" aria-label="${t('Pages')}">${page.maxId !== null && html`<a class="button secondary" href="${path}">${t('‹ First page')}</a>`}${last !== undefined && html`<a class="button secondary" rel="next" href="${`${path}?max_id=${cursorOf(last)}`}">${t('Next page ›')}</a>`}</nav>`
  return { rows, links }
}
