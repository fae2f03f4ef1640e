import type { Token } from './token.ts'

/** The part of a text that is replaced, and its replacement: one space follows, if need be the one that stands there. */
export function completion(
  text: string,
  { start, end }: Token,
  completed: string,
): { start: number; end: number; text: string } {
  const space = /\s/.exec(text.charAt(end))?.[0]
  return { start, end: end + (space === undefined ? 0 : 1), text: completed + (space ?? ' ') }
}
