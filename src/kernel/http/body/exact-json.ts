/** Matches where a number beyond a double's precision may begin; ids in strings follow a quote. */
const LONG_NUMBER = /(?:^|[\s:,[-])\d{16}/
const WHOLE = /^-?\d+$/

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && WHOLE.test(source ?? '')
    ? source
    : value

/**
 * Parses JSON; integers that a double cannot hold become strings of their digits (S-557).
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits as never) : JSON.parse(text)
}
