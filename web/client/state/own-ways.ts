/** A place that somebody chose for the navigation: of the client's own, or with a title where that is its name. */
export interface OwnWay {
  href: string
  title?: string
}

/** pins at most: more hide what they should bring near */
export const MOST_PINS = 12
/** places of the bar of phones, around the button that opens the composer */
export const MOST_PLACES = 4
/** characters */
const LONGEST = 300

/** The ways of a setting, which another version may have written. */
export function ownWaysOf(stored: unknown, most: number): readonly OwnWay[] {
  if (!Array.isArray(stored)) return []
  const seen = new Set<string>()
  const ways: OwnWay[] = []
  for (const one of stored) {
    if (!isWay(one) || seen.has(one.href)) continue
    seen.add(one.href)
    ways.push(one.title === undefined ? { href: one.href } : { href: one.href, title: one.title })
  }
  return ways.slice(0, most)
}

function isWay(value: unknown): value is OwnWay {
  if (typeof value !== 'object' || value === null) return false
  const { href, title = '' } = value as Record<string, unknown>
  return (
    typeof href === 'string' &&
    /^\/(?!\/)[^\\]*$/.test(href) &&
    href.length <= LONGEST &&
    typeof title === 'string' &&
    title.length <= LONGEST
  )
}

/** Ways with one more at the end, or without it. */
export function withPin(ways: readonly OwnWay[], way: OwnWay, isPinned: boolean): OwnWay[] {
  const others = ways.filter(({ href }) => href !== way.href)
  return isPinned ? [...others, way].slice(-MOST_PINS) : others
}

/** Ways with another one at a place; one that stands elsewhere changes places with it. @param way null: none */
export function withPlace<W extends OwnWay>(ways: readonly W[], at: number, way: W | null): W[] {
  if (way === null) return ways.filter((_, index) => index !== at)
  const before = ways[at]
  const changed = ways.map((one) => (one.href === way.href && before !== undefined ? before : one))
  if (at >= ways.length) return [...changed.filter(({ href }) => href !== way.href), way]
  return changed.map((one, index) => (index === at ? way : one))
}

/** The target of a way that has a name of its own. */
export const kindOf = (href: string): 'list' | 'tag' | null => {
  if (/^\/lists\/\d+$/.test(href)) return 'list'
  return /^\/tags\/[^/]+$/.test(href) ? 'tag' : null
}
