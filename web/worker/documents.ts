import { accountIn, keepOnly, lastAccount, openCache, rememberWindow } from './account-cache.ts'

/** Made by the page in the person's language (web/client/push/offline-page.ts). */
const OFFLINE = '/offline'
/** under which the client's empty document is kept */
const SHELL = '/home'

/** Addresses whose document holds nothing but the client, so that it can stand for others of the client's. */
const EMPTY = /^\/(home|notifications|conversations|bookmarks|favourites|lists)(\/|$)/
/** Settings as they were when a document was made: without network those that the browser keeps are newer. */
const SETTINGS = /<meta name="settings" content="[^"]*">/
/** Addresses that the client can show by itself. */
const CLIENT =
  /^\/($|@|(home|notifications|conversations|bookmarks|favourites|lists|explore|public|search|tags|publish|drafts|scheduled|preferences|keyboard|follow_requests|collections)(\/|$))/

/** A document: of the server if it answers; else the client with what was last read, or what is missing. */
export async function documentFor(event: FetchEvent): Promise<Response> {
  const { request } = event
  const { pathname } = new URL(request.url)
  try {
    const response = await fetch(request)
    if (request.method === 'GET' && response.ok) {
      event.waitUntil(take(response.clone(), pathname, event.resultingClientId))
    }
    // who signs out or becomes somebody else leaves nothing behind
    if (request.method === 'POST' && pathname.startsWith('/auth/')) event.waitUntil(keepOnly(null))
    return response
  } catch (error) {
    const kept = request.method === 'GET' ? await fallback(pathname, event.resultingClientId) : null
    if (kept === null) throw error
    return kept
  }
}

async function take(response: Response, pathname: string, windowId: string): Promise<void> {
  if (!(response.headers.get('content-type') ?? '').startsWith('text/html')) return
  const html = await response.text()
  const accountId = accountIn(html)
  if (accountId === undefined) return
  await keepOnly(accountId)
  if (accountId === null) return
  await rememberWindow(windowId, accountId)
  const cache = await openCache(accountId)
  if (EMPTY.test(pathname))
    await cache.put(SHELL, new Response(html.replace(SETTINGS, ''), response))
}

async function fallback(pathname: string, windowId: string): Promise<Response | null> {
  const accountId = await lastAccount()
  if (accountId !== null && CLIENT.test(pathname)) {
    const shell = await (await openCache(accountId)).match(SHELL)
    if (shell !== undefined) {
      await rememberWindow(windowId, accountId)
      return shell
    }
  }
  return (await caches.match(OFFLINE)) ?? null
}
