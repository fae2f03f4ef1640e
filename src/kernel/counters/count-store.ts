/** One more of something, in a window of time. */
export interface Count {
  /** names the thing that is counted; hashed before it is stored */
  key: string
  /** 0: only looks */
  amount: number
  /** amount of a window */
  limit: number
  /** ms since 1970: end of the window, which is another one with another end */
  endsAt: number
}

/** Counters that all processes of a server share. */
export interface CountStore {
  /** its name in logs */
  readonly name: string
  /** whether every count may ask it; otherwise only those that must be exact do, and the others are sent together */
  readonly isCheap: boolean
  /**
   * Counts each if its limit allows it. From the first that is refused on nothing is counted.
   *
   * @param now ms since 1970
   * @returns the totals as far as it came; a refused one is above its limit
   */
  take(counts: readonly Count[], now: number): Promise<number[]>
  /** Adds the amounts, whatever the limits. @returns the totals */
  add(counts: readonly Count[], now: number): Promise<number[]>
}
