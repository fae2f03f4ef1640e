import type { Answer, Client } from '../http/client.ts'
import { readLinks } from '../http/link-header.ts'
import { ask, type Example, type Walk } from './walk.ts'

export interface Listing extends Example {
  as: Client
  /** ids of all items, newest first; at least three */
  ids: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: an item of the reply
  idOf?: (item: any) => string
  /** the member of the response with the items, if it is not a list itself */
  member?: string
  /** the cursor of `prev`, if it is not `min_id` (S-039) */
  prev?: 'since_id'
}

const SIZE = 2
export const FIRST_PAGE = 'first page'

/**
 * Pages through a listing by cursor, forth and back, according to the column `pagination`
 * (S-036…S-041).
 */
export async function checkPages(
  walk: Walk,
  { as, ids, idOf = (item) => item.id, member, ...example }: Listing,
): Promise<void> {
  const read = (query: Record<string, string | number>) =>
    ask(walk, as, { ...example, query: { ...example.query, limit: SIZE, ...query } })
  const idsOf = ({ json }: Answer) => {
    const items = member === undefined ? json : json?.[member]
    return Array.isArray(items) ? items.map(idOf) : json
  }

  const first = await read({})
  walk.equal(FIRST_PAGE, idsOf(first), ids.slice(0, SIZE))
  const { next, prev } = readLinks(first.headers.get('link'))
  checkLinks(walk, first, example)
  walk.equal('S-006 negative limit', idsOf(await read({ limit: -SIZE })), ids.slice(0, SIZE))
  if (next === undefined || prev === undefined) return

  walk.equal('nothing newer', idsOf(await follow(as, prev)), [])
  await checkFurther(walk, as, next, { ...example, ids, idsOf })
  walk.status('S-041 senseless cursor', await read({ max_id: 'x', min_id: '../1' }), 200)
}

function checkLinks(
  walk: Walk,
  page: Answer,
  { query = {}, prev: given }: Pick<Listing, 'query' | 'prev'>,
): void {
  const { next, prev } = readLinks(page.headers.get('link'))
  const link = page.headers.get('link') ?? 'no Link header'
  walk.claim('S-038 next', next?.searchParams.has('max_id') === true, link)
  const cursor = given ?? (walk.row.pagination.includes('min_id') ? 'min_id' : 'since_id')
  walk.claim(`S-039 prev by ${cursor}`, prev?.searchParams.has(cursor) === true, link)
  for (const url of [next, prev]) {
    if (url === undefined) continue
    walk.equal('S-036 address', url.origin, new URL(walk.base).origin)
    walk.equal('S-037 limit kept', url.searchParams.get('limit'), String(SIZE))
    const lost = Object.keys(query).filter((name) => {
      return !url.searchParams.has(name) && !url.searchParams.has(`${name}[]`)
    })
    walk.equal('S-037 parameters kept', lost, [])
  }
}

/** Goes on to the last page, back once from each page, and past the end. */
async function checkFurther(
  walk: Walk,
  as: Client,
  start: URL,
  { ids, idsOf, prev }: Pick<Listing, 'ids' | 'prev'> & { idsOf(answer: Answer): unknown },
): Promise<void> {
  const always = /\/(timelines|notifications)\b/.test(walk.row.path)
  const nearest = prev === undefined && walk.row.pagination.includes('min_id')
  let address: URL | undefined = start
  for (let at = SIZE; address !== undefined; at += SIZE) {
    const page = await follow(as, address)
    const expected = ids.slice(at, at + SIZE)
    walk.equal('S-040 next page', idsOf(page), expected)
    if (expected.length === 0) {
      return walk.equal('S-036 no links of an empty page', page.headers.get('link'), null)
    }
    const { next, prev } = readLinks(page.headers.get('link'))
    walk.equal('S-038 next at the end', next !== undefined, expected.length === SIZE || always)
    if (prev !== undefined) {
      const before = nearest ? ids.slice(at - SIZE, at) : ids.slice(0, SIZE)
      walk.equal('S-040 page before', idsOf(await follow(as, prev)), before)
    }
    address = next
  }
}

export function follow(as: Client, url: URL): Promise<Answer> {
  return as.send('GET', `${url.pathname}${url.search}`)
}
