/** The part of its rounds that a test tries: all in `npm run test:long`, a third in CI, else a tenth. */
const PARTS = new Map([
  ['full', 1],
  ['third', 3],
])
const DIVISOR = PARTS.get(process.env.TEST_ROUNDS ?? '') ?? 10

/** Whether all rounds are tried, as in `npm run test:long`: for what makes `npm test` and CI too slow otherwise. */
export const TRIES_ALL = DIVISOR === 1

/**
 * How often a test tries something that chance decides.
 * @param least rounds in which each kind of thing comes up
 */
export function rounds(all: number, least = 1): number {
  return Math.max(least, Math.ceil(all / DIVISOR))
}
