/** Numbers in [0, 1) that a seed repeats, and choices made with them. */
export interface Random {
  (): number
  pick<T>(values: readonly T[]): T
  /** a whole number below `end` */
  below(end: number): number
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return Object.assign(next, {
    below,
    pick: <T>(values: readonly T[]) => values[below(values.length)]!,
  })
}
