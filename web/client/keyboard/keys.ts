/**
 * Names of a key press in the lists of shortcuts, the most specific first. On layouts without Latin letters the key's
 * position counts too, so that `j` is where it is on Latin layouts.
 */
export function keysOf(event: KeyboardEvent): string[] {
  if (event.altKey) return []
  if (event.ctrlKey && event.metaKey) return []
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const place = /^Key([A-Z])$/.exec(event.code)?.[1]?.toLowerCase()
  const isOther = place !== undefined && event.key.length === 1 && event.key.charCodeAt(0) > 127
  const names = isOther ? [letter, place] : [letter]
  if (event.ctrlKey || event.metaKey) return names.map((name) => `mod+${name}`)
  // Shift changes signs, as ? is made with it; with letters it is another key that nothing is bound to
  if (event.shiftKey && /^[a-z]$/.test(letter)) return []
  return names
}

/** Keys as they are shown: parts, each of which is one key. */
export function keyCaps(keys: string): string[] {
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
  const named: Record<string, string> = { mod: isApple ? '⌘' : 'Ctrl', Backspace: '⌫', Enter: '↵' }
  return keys.split(/[ +]/).map((key) => named[key] ?? key)
}
