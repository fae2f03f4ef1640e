import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../db/pagination.ts'
import type { Stopped } from '../db/walk.ts'
import { type JsonText, jsonList } from '../json.ts'
import { paginationLinks } from './link-header.ts'

/** bytes of the items of one page; its first is there however long it is (A60) */
export const MAX_PAGE_BYTES = 1024 * 1024

export interface ListPage {
  /** cursor and entity of each, newest first; null where there is nothing to show: the cursor counts all the same */
  items: readonly (readonly [cursor: string, text: JsonText | null])[]
  page: Page
  prev: 'min_id' | 'since_id'
  /** `next` also for a page that is not full (S-038) */
  always?: boolean
  /** where the list goes on of which not all was looked at */
  stopped?: Stopped
}

/**
 * A page of a listing by cursor, with the links to its neighbours on the reply. It ends earlier than asked where
 * its items are long, and the links lead on from there.
 */
export function listPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { items, page, prev, always = false, stopped = null }: ListPage,
): JsonText {
  const texts = items.map(([, text]) => text)
  // upwards from `min_id` the last is the nearest, and what is left out comes with the next page upwards
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

/** How many of these texts, from the first on, a page has room for: one at least. */
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
