import type { Page } from '../../db/pagination.ts'
import { normalizeId } from '../../ids.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { textOf } from '../pages.ts'

/** entries on a page of a list */
export const ENTRIES = 40

/** The page of a list that an address names: one entry more than is shown, to know whether there are more. */
export function askedPage(query: unknown): Page {
  const maxId = normalizeId(textOf(query, 'max_id'))
  return { maxId, sinceId: null, minId: null, limit: ENTRIES + 1 }
}

export interface Shown<Row> {
  rows: Row[]
  /** links to the first and the next page; empty where all fits on one */
  links: SafeHtml
}

/** @param cursorOf what the next page begins after */
export function shownPage<Row>(
  found: readonly Row[],
  { path, page, cursorOf }: { path: string; page: Page; cursorOf: (row: Row) => string },
): Shown<Row> {
  const rows = found.slice(0, ENTRIES)
  const last = found.length > ENTRIES ? rows.at(-1) : undefined
  if (last === undefined && page.maxId === null) return { rows, links: html`` }
  const links = html`<nav class="pager" aria-label="Pages">${page.maxId !== null && html`<a class="button secondary" href="${path}">‹ First page</a>`}${last !== undefined && html`<a class="button secondary" rel="next" href="${`${path}?max_id=${cursorOf(last)}`}">Next page ›</a>`}</nav>`
  return { rows, links }
}
