/** The server that a visitor has their account on, as this browser remembers it. */
const STORED = 'rookery.own-server'

export const chosenServer = (): string => localStorage.getItem(STORED) ?? ''

export function rememberServer(host: string): void {
  localStorage.setItem(STORED, host)
}

/**
 * The server that somebody typed: its domain, an address of one of its pages, or a handle.
 * @returns null if it cannot be one
 */
export function serverIn(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
  const name = bare.slice(bare.lastIndexOf('@') + 1)
  if (!/^[^\s.:]+(?:\.[^\s.:]+)+(?::\d+)?$|^localhost(?::\d+)?$/.test(name)) return null
  try {
    // also writes names of other scripts as servers do
    return new URL(`https://${name}`).host
  } catch {
    return null
  }
}

/**
 * Where a server lets people act upon something of another one. All servers that have such a page have it there;
 * this client's security policy lets it ask no other server for its own template.
 */
export function addressAt(host: string, url: string): string {
  return `https://${host}/authorize_interaction?${new URLSearchParams({ uri: url })}`
}

/** The page of another server at the same path: hashtags have the same everywhere. */
export const pageAt = (host: string, url: string): string =>
  `https://${host}${new URL(url).pathname}`
