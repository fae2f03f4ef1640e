/** posts that lie above each other in a column */
const MOST = 10

/** Ids of the posts that are opened in a column, the last one on top: they stand in the address under its id. */
export function openedIn(query: Readonly<Record<string, string>>, column: string): string[] {
  const text = query[column] ?? ''
  return /^\d{1,20}(\.\d{1,20})*$/.test(text) ? text.split('.').slice(-MOST) : []
}

/** The text in the address once another post is opened. */
export const withOpened = (opened: readonly string[], id: string): string =>
  [...opened.filter((one) => one !== id), id].slice(-MOST).join('.')

/** The text there once the one on top is closed; null: none is left. */
export const withoutTop = (opened: readonly string[]): string | null =>
  opened.length > 1 ? opened.slice(0, -1).join('.') : null

/** The id of the post that a path leads to. @returns null if it leads elsewhere */
export const postAt = (path: string): string | null => /^\/@[^/]+\/(\d+)$/.exec(path)?.[1] ?? null
