const INT8 = 20
const NUMERIC = 1700

/**
 * Reads counts and times as numbers and ids, which are larger than a number holds exactly, as
 * strings. Sums of integers come as `numeric`.
 */
export const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: (text) => {
    const number = Number(text)
    return Number.isSafeInteger(number) ? number : text
  },
  [NUMERIC]: Number,
}
