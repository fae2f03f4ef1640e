/**
 * Data of an account for reading without network: of one account at a time, and of none after signing out. The cache
 * also stores which window belongs to which account, as the worker loses its memory between events.
 */
const PREFIX = 'rookery-account-'
const WINDOWS = 'rookery-windows'
const MOST_WINDOWS = 20

/** The account id in a document. @returns null: no account; undefined: the document does not tell */
export function accountIn(html: string): string | null | undefined {
  const [, me] = /<meta name="me" content="([^"]*)">/.exec(html) ?? []
  if (me === undefined) return undefined
  return /account_id(?:"|&quot;|&#34;):(?:"|&quot;|&#34;)(\d+)/.exec(me)?.[1] ?? null
}

/** The account that was signed in when a document was last loaded. */
export async function lastAccount(): Promise<string | null> {
  const name = (await caches.keys()).find((one) => one.startsWith(PREFIX))
  return name?.slice(PREFIX.length) ?? null
}

export const openCache = (accountId: string): Promise<Cache> => caches.open(PREFIX + accountId)

/** Forgets all accounts but one. @param accountId null: all of them */
export async function keepOnly(accountId: string | null): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(PREFIX) && name !== PREFIX + accountId,
  )
  if (others.length === 0) return
  await Promise.all([...others, WINDOWS].map((name) => caches.delete(name)))
}

const addressOf = (windowId: string) => `/${encodeURIComponent(windowId)}`

export async function rememberWindow(windowId: string, accountId: string): Promise<void> {
  const cache = await caches.open(WINDOWS)
  await cache.put(addressOf(windowId), new Response(accountId))
  const all = await cache.keys()
  for (const request of all.slice(0, -MOST_WINDOWS)) await cache.delete(request)
}

/** The cache of the account that a window shows, as long as that is the one that is kept. */
export async function cacheOfWindow(windowId: string): Promise<Cache | null> {
  const found = await (await caches.open(WINDOWS)).match(addressOf(windowId))
  const accountId = await found?.text()
  if (accountId === undefined || accountId !== (await lastAccount())) return null
  return openCache(accountId)
}
