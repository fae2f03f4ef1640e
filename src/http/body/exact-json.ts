/** Where a number may be that a double does not hold; ids in strings stand behind a quote. */
const LONG_NUMBER = /(?:^|[\s:,[-])\d{16}/
const WHOLE = /^-?\d+$/

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source ?? '')
    ? source
    : value

/**
 * Parses JSON; whole numbers that a double does not hold become strings of their digits (S-557).
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits as never) : JSON.parse(text)
}
