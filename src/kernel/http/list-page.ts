import type { FastifyReply, FastifyRequest } from 'fastify'
import { type JsonText, jsonList } from '../base/json.ts'
import type { Stopped } from '../db/list-scan.ts'
import type { Page } from '../db/pagination.ts'
import { paginationLinks } from './link-header.ts'

/** bytes of the items of one page; its first item is returned however long it is (A60) */
export const MAX_PAGE_BYTES = 1024 * 1024

export interface ListPage {
  /** cursor and entity of each item, newest first; null for a hidden item, whose cursor still counts */
  items: readonly (readonly [cursor: string, text: JsonText | null])[]
  page: Page
  prev: 'min_id' | 'since_id'
  /** `next` also for a page that is not full (S-038) */
  always?: boolean
  /** where a partly scanned list continues */
  stopped?: Stopped
}

/**
 * A page of a listing by cursor, with a `Link` header on the reply. Long items make the page shorter than
 * requested; the links continue from there.
 */
export function listPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { items, page, prev, always = false, stopped = null }: ListPage,
): JsonText {
  const texts = items.map(([, text]) => text)
  // upwards from `min_id` the last item is the nearest, and the omitted ones come with the next page upwards
  const upwards = page.minId !== null
  const count = fitting(upwards ? texts.toReversed() : texts)
  const shown = upwards ? items.slice(items.length - count) : items.slice(0, count)
  const cut = count < items.length
  const ids = shown.map(([cursor]) => cursor)
  paginationLinks(request, reply, {
    ids,
    limit: page.limit,
    always: always || cut,
    prev,
    stopped: cut ? null : stopped,
  })
  return jsonList(shown.map(([, text]) => text).filter((text) => text !== null))
}

/** How many of these texts, from the first on, fit into a page; at least one. */
export function fitting(texts: readonly (string | null)[]): number {
  let most = 0
  for (const text of texts) most += (text?.length ?? 0) * 3
  if (most <= MAX_PAGE_BYTES) return texts.length
  let bytes = 0
  const end = texts.findIndex((text, at) => {
    bytes += Buffer.byteLength(text ?? '')
    return bytes > MAX_PAGE_BYTES && at > 0
  })
  return end < 0 ? texts.length : end
}
