const INT8 = 20
const NUMERIC = 1700
/** Counts, times and sizes are below; ids, of which the short ones have 16 digits, are not. */
const SMALLEST_ID = 10 ** 15

/** Reads counts and times as numbers and ids as strings of 18 digits. Sums of integers come as `numeric`. */
export const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: (text) => {
    const number = Number(text)
    return Math.abs(number) < SMALLEST_ID ? number : text.padStart(18, '0')
  },
  [NUMERIC]: Number,
}
