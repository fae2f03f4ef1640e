/** Scripts and styles of the client: their names change with what they hold, so they never are out of date. */
const CACHE = 'rookery-files'
const FOLDER = '/assets/web/'
/** files of several versions; the oldest go first */
const MOST = 250

/** Put in by the build (web/vite.config.js): what the client needs to start. It changes with every version. */
const FIRST_FILES: readonly string[] = JSON.parse('["FIRST_FILES"]')

export const isFile = ({ pathname }: URL): boolean => pathname.startsWith(FOLDER)

/** Fetches what the client needs to start; what is there already is not asked for again. */
export async function keepFirstFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const name of FIRST_FILES) {
    const path = FOLDER + name
    if ((await cache.match(path)) === undefined) await cache.add(path)
  }
}

export async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request)
  if (known !== undefined) return known
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

export async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  const all = await cache.keys()
  for (const request of all.slice(0, -MOST)) await cache.delete(request)
}
