import { cacheOfWindow } from './account-cache.ts'

/** Paths of the client's first requests; the newest response of each is cached for use without network. */
const KEPT = new Set([
  '/api/v1/timelines/home',
  '/api/v2/notifications',
  '/api/v2/notifications/policy',
  '/api/v1/announcements',
  '/api/v1/conversations',
  '/api/v1/bookmarks',
  '/api/v1/favourites',
  '/api/v1/lists',
  '/api/v1/markers',
  '/api/v1/preferences',
  '/api/v1/accounts/verify_credentials',
  '/api/v2/instance',
])
const CURSORS = ['max_id', 'min_id', 'since_id']

export function isKept({ method }: Request, { pathname, searchParams }: URL): boolean {
  return method === 'GET' && KEPT.has(pathname) && !CURSORS.some((name) => searchParams.has(name))
}

/** An answer of the API: of the server if it answers, else what it said last to the same account. */
export async function answerTo(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event
  try {
    const response = await fetch(request)
    if (response.ok) event.waitUntil(keep(request, response.clone(), clientId))
    return response
  } catch (error) {
    const known = await (await cacheOfWindow(clientId))?.match(request, { ignoreVary: true })
    if (known === undefined) throw error
    return known
  }
}

async function keep(request: Request, response: Response, clientId: string): Promise<void> {
  const cache = await cacheOfWindow(clientId)
  await cache?.put(request, response)
}
