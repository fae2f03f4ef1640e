const INT8 = 20
const NUMERIC = 1700
/** Counts, times and sizes are smaller; ids, the short ones with 16 digits included, are not. */
const SMALLEST_ID = 10 ** 15

/** Parses counts and times as numbers and ids as strings of 18 digits. Sums of integers have the type `numeric`. */
export const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: (text) => {
    const number = Number(text)
    return Math.abs(number) < SMALLEST_ID ? number : text.padStart(18, '0')
  },
  [NUMERIC]: Number,
}
