import type { IncomingMessage } from 'node:http'
import { readWeightedList, type Weighted } from './weighted-list.ts'

/**
 * Routes with `constraints: { as2: 'yes' }` answer requests for Activity Streams. The same address without
 * the constraint answers all other requests, and these too if no such route exists.
 */
export const as2Constraint = {
  name: 'as2',
  storage: () => {
    const handlers = new Map<unknown, unknown>()
    return {
      // the router's own type of handler
      get: (value: unknown) => (handlers.get(value) ?? null) as never,
      set: (value: unknown, handler: unknown) => void handlers.set(value, handler),
    }
  },
  deriveConstraint: (request: IncomingMessage) =>
    // undefined stands for all other requests; the router accepts it, its types do not
    (wantsActivityJson(request.headers.accept) ? 'yes' : undefined) as string,
}

const ACTIVITY_JSON = 'application/activity+json'
const LINKED_DATA = 'application/ld+json'

/**
 * Whether a request prefers Activity Streams to a page.
 * @see https://www.w3.org/TR/activitypub/#retrieving-objects
 */
export function wantsActivityJson(accept: string | undefined): boolean {
  if (accept === undefined) return false
  if (!/application\/(activity|ld)\+json/i.test(accept)) return false
  const wanted = readWeightedList(accept.toLowerCase())
  const as2 = best(wanted, (type) => type === ACTIVITY_JSON || type === LINKED_DATA)
  const page = best(wanted, (type) => type === 'text/html' || type === 'application/xhtml+xml')
  return as2 > 0 && as2 >= page
}

function best(wanted: readonly Weighted[], is: (type: string) => boolean): number {
  return Math.max(0, ...wanted.filter(({ value }) => is(value)).map(({ weight }) => weight))
}
