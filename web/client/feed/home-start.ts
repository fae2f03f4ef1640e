/** Where the home timeline begins: `auto` where one was, or at the newest after an absence. */
export type HomeStart = 'auto' | 'newest' | 'left'

const HOUR = 3_600_000

interface Wish {
  start: HomeStart
  /** h from which somebody was away */
  absence: number
}

/** @param away ms since the timeline was last read, on whichever device */
export function beginsAtNewest({ start, absence }: Wish, away: number): boolean {
  if (start === 'auto') return away >= absence * HOUR
  return start === 'newest'
}
