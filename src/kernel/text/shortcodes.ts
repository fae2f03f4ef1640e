/** Valid names of custom emoji. */
export const SHORTCODE = /^[A-Za-z0-9_]{2,128}$/

const IN_TEXT = /(?<![\p{L}\p{M}\p{Nd}:]):([A-Za-z0-9_]{2,}):(?![\p{L}\p{M}\p{Nd}:])/gu

/** @returns the names between colons in a text or HTML, each once, in order */
export function findShortcodes(text: string): string[] {
  if (!text.includes(':')) return []
  return [...new Set(Array.from(text.matchAll(IN_TEXT), (match) => match[1] ?? ''))]
}

/**
 * Replaces the shortcodes that `findShortcodes` finds.
 * @param replace gets the name; its result is inserted unescaped, undefined leaves the text
 */
export function replaceShortcodes(
  text: string,
  replace: (name: string) => string | undefined,
): string {
  if (!text.includes(':')) return text
  return text.replace(IN_TEXT, (written, name: string) => replace(name) ?? written)
}
