import { accountId, layoutOf, PEOPLE, type Size } from '../../test/support/large/layout.ts'
import { type ListRequest, listRequests } from '../../test/support/large/requests.ts'
import { middleOf } from './middle.ts'
import type { GrownServer } from './server.ts'

/** Page of a list as each size has it: the ids in its path may differ. */
export interface Page {
  /** path with names instead of ids, who asks, and where the page is */
  name: string
  asks: ListRequest['asks']
  /** one for each server */
  paths: string[]
}

/** Rows that a deep page of a list without cursors begins after; offsets are counted through, so it is the same for all. */
const OFFSET = 2_000

/** All lists of a server as they are asked for in tests: with each filter and pairs of them, from several places. */
export function allRequests(server: GrownServer): Promise<ListRequest[]> {
  const anonymous = {
    get: async (path: string) => {
      const { body } = await server.get(path, 'nobody')
      return { json: () => JSON.parse(body) }
    },
  }
  return listRequests({ anonymous }, server.size, layoutOf(server.size))
}

/** The first page of every list without a filter, and one from its middle if it has more than one; `only` by name. */
export async function pagesOf(
  servers: readonly GrownServer[],
  only: RegExp | null,
): Promise<Page[]> {
  const plain = await Promise.all(
    servers.map(async (server) =>
      (await allRequests(server)).filter(({ path }) => path.endsWith('?')),
    ),
  )
  const pages: Page[] = []
  for (const [at, { asks, path }] of plain[0]!.entries()) {
    const first = plain.map((requests) => requests[at]!.path.slice(0, -1))
    const name = `${readable(path.slice(0, -1), servers[0]!.size)}, ${asks}`
    if (only?.test(name) === false) continue
    pages.push({ name: `${name}, first`, asks, paths: first })
    const deep = await Promise.all(servers.map((server, nth) => deepOf(server, first[nth]!, asks)))
    if (deep.every((one) => one !== null)) pages.push({ name: `${name}, deep`, asks, paths: deep })
  }
  return pages
}

/** A path with accounts by the name of what they have much of. */
function readable(path: string, size: Size): string {
  const { writer, root, statusId } = layoutOf(size)
  const people = Object.entries({ ...PEOPLE, writer })
  const named = path.replace(statusId(root), 'root')
  if (!path.includes('/accounts/')) return named
  return people.reduce((text, [name, at]) => text.replace(accountId(at), name), named)
}

async function deepOf(
  server: GrownServer,
  path: string,
  asks: ListRequest['asks'],
): Promise<string | null> {
  const { headers } = await server.get(path, asks)
  const next = /<[^>]*[?&](max_id|offset)=([^&>]+)[^>]*>; rel="next"/.exec(String(headers.link))
  if (next === null) return null
  if (next[1] === 'offset') return `${path}?offset=${OFFSET}`
  const middle = await middleOf(next[2]!, async (cursor) => {
    const { body } = await server.get(`${path}?max_id=${cursor}&limit=1`, asks)
    return rowsIn(body) > 0
  })
  return middle === null ? null : `${path}?max_id=${middle}`
}

/** How many rows an answer has: those of its longest list. */
export function rowsIn(body: string): number {
  if (!/^[[{]/.test(body)) return 0
  const parsed: unknown = JSON.parse(body)
  if (Array.isArray(parsed)) return parsed.length
  const lists = Object.values(parsed as object).filter((value) => Array.isArray(value))
  return Math.max(0, ...lists.map((list) => list.length))
}
