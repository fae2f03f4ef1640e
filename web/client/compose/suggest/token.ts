/** The word before the caret that can be completed, and its position in the text. */
export interface Token {
  kind: 'account' | 'tag' | 'emoji'
  /** without its sign */
  typed: string
  start: number
  end: number
}

const NOT_BEFORE = '(?<![\\p{L}\\p{N}_/@#:])'
const KINDS: readonly [Token['kind'], RegExp][] = [
  ['account', new RegExp(`${NOT_BEFORE}@([\\w.-]+(?:@[\\p{L}\\p{N}.:-]*)?)$`, 'u')],
  ['tag', new RegExp(`${NOT_BEFORE}[#＃]([\\p{L}\\p{M}\\p{N}_·・]+)$`, 'u')],
  ['emoji', new RegExp(`${NOT_BEFORE}:([\\p{L}\\p{N}_+-]+)$`, 'u')],
]

/** Whether it may as well be a face, as in `:D`: nothing is taken unless it is chosen, and of Unicode nothing is offered. */
export const isVague = ({ kind, typed }: Token): boolean => kind === 'emoji' && typed.length === 1

/** @param caret where somebody types. @returns null if there is nothing to complete there */
export function tokenAt(text: string, caret: number): Token | null {
  const before = text.slice(Math.max(0, caret - 200), caret)
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(before)
    if (match === null) continue
    return { kind, typed: match[1] ?? '', start: caret - match[0].length, end: caret }
  }
  return null
}
