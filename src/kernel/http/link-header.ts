import type { FastifyReply, FastifyRequest } from 'fastify'

/** cursors, which the links replace, and tokens, which links must not contain */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'max_id',
  'since_id',
  'min_id',
  'offset',
  'access_token',
  'bearer_token',
])

/** Query parameters of a neighbouring page. */
export type PageParams = Record<string, string>

/**
 * Value of a `Link` header (S-036), or null without a neighbouring page. The links keep the query parameters
 * that the route's schema accepted (S-037), except cursors.
 */
export function linkHeader(
  request: FastifyRequest,
  pages: { next?: PageParams | undefined; prev?: PageParams | undefined },
): string | null {
  const { next, prev } = pages
  if (next === undefined && prev === undefined) return null
  const base = pageBase(request)
  const nextLink = next === undefined ? '' : `<${base}${pairsOf(next)}>; rel="next"`
  if (prev === undefined) return nextLink
  return `${nextLink}${nextLink === '' ? '' : ', '}<${base}${pairsOf(prev)}>; rel="prev"`
}

export interface CursorPage {
  /** cursors of the returned items, newest first */
  ids: readonly string[]
  /** maximum number of items; 0 means all (S-044) */
  limit: number
  /** `next` also for a page that is not full (S-038) */
  always?: boolean
  /** S-039 */
  prev: 'min_id' | 'since_id'
  /** where a partly scanned list continues, instead of after the last returned item */
  stopped?: { max_id: string } | { min_id: string } | null
}

/** Sets the `Link` header of a listing by cursor. */
export function paginationLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  { ids, limit, always = false, prev, stopped = null }: CursorPage,
): void {
  const [first, last] = [ids[0], ids.at(-1)]
  if (limit === 0) return
  const older = last !== undefined && (always || ids.length >= limit) ? { max_id: last } : undefined
  const newer = first === undefined ? undefined : { [prev]: first }
  const isOlder = stopped !== null && 'max_id' in stopped
  const isNewer = stopped !== null && 'min_id' in stopped
  const pages = { next: isOlder ? stopped : older, prev: isNewer ? stopped : newer }
  setLink(reply, linkHeader(request, pages))
}

export interface OffsetPage {
  /** number of items */
  count: number
  /** number of returned items, if the page has no room for all */
  shown?: number
  limit: number
  offset: number
}

/** Sets the `Link` header of a listing by offset, also of an empty one (S-043, S-241). */
export function offsetLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  { count, shown = count, limit, offset }: OffsetPage,
): void {
  const more = count > 0 && (count >= limit || shown < count)
  const next = more ? { offset: String(offset + (shown < count ? shown : limit)) } : undefined
  const prev = offset > 0 ? { offset: String(Math.max(offset - limit, 0)) } : undefined
  setLink(reply, linkHeader(request, { next, prev }))
}

function setLink(reply: FastifyReply, link: string | null): void {
  if (link !== null) reply.header('link', link)
}

/** The address of the listing with the parameters that all its pages share. */
function pageBase(request: FastifyRequest): string {
  const { url } = request
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const safePath = /[<>"]/.test(path) ? path.replace(/[<>"]/g, encodeURIComponent) : path
  const kept = pairsOf(request.query as object, LEFT_OUT)
  return `${request.server.origin}${safePath}?${kept === '' ? '' : `${kept}&`}`
}

const NOTHING: ReadonlySet<string> = new Set()

function pairsOf(params: object, leftOut = NOTHING): string {
  let pairs = ''
  for (const name in params) {
    if (!leftOut.has(name)) pairs = addPairs(pairs, name, params[name as keyof object])
  }
  return pairs
}

function addPairs(pairs: string, name: string, value: unknown): string {
  if (value === null || value === undefined) return pairs
  if (Array.isArray(value)) {
    return value.reduce((sum: string, item) => addPairs(sum, `${name}[]`, item), pairs)
  }
  if (typeof value === 'object') {
    return Object.entries(value).reduce(
      (sum, [key, item]) => addPairs(sum, `${name}[${key}]`, item),
      pairs,
    )
  }
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`
  return pairs === '' ? pair : `${pairs}&${pair}`
}
