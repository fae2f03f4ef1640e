/** bytes: whatever is longer leads to the start page */
const LONGEST = 4096

/**
 * Where a request without TLS is led: the same place at the public address, whatever host it named.
 * @param url as the request names it
 */
export function redirectTarget(origin: string, url: string): string {
  if (!url.startsWith('/') || url.length > LONGEST) return `${origin}/`
  return origin + url.replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char))
}
