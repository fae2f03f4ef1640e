import { fold, type SearchedText } from '../../kernel/text/fold.ts'
import { normalized } from '../../kernel/text/normalized.ts'
import { standsAlone, wordEnds } from '../../kernel/text/words.ts'

/** maximum of UTF-16 units of a word or pattern */
export const LONGEST_TERM = 200

/**
 * A word or pattern to search texts for. A pattern is parsed here, not compiled to a regular
 * expression: `*` stands for any run of characters, including none, `?` for one UTF-16 unit, and a
 * backslash escapes either, or itself. It need not cover the text. If it starts or ends with a
 * letter, a digit or `?`, the match must be at a word boundary there, unless a `*` is at that end.
 */
export interface Term {
  pieces: readonly Piece[]
  /** whether a word boundary is required before its first and after its last character */
  first: boolean
  last: boolean
}

/** The part between two `*`: of a fixed length, searched by its longest part without a `?`. */
export interface Piece {
  /** case-folded; `null` matches any unit */
  units: readonly (string | null)[]
  anchor: string
  /** number of units before the anchor */
  before: number
}

/** A literal word or phrase. */
export function wordTerm(word: string): Term | null {
  const text = normalized(word, 'NFC').trim()
  if (text === '') return null
  return { pieces: [pieceOf([...unitsOf(fold(text))])], ...wordEnds(text) }
}

/** @returns null if a part between two `*` has no literal character */
export function patternTerm(pattern: string): Term | null {
  const text = normalized(pattern, 'NFC').trim()
  const parts = partsOf(fold(text))
  const filled = parts.filter((units) => units.length > 0)
  if (filled.length === 0 || filled.some((units) => units.every((unit) => unit === null))) {
    return null
  }
  const ends = wordEnds(filled.flat().join(''))
  return {
    pieces: filled.map(pieceOf),
    first: parts[0]!.length > 0 && (parts[0]![0] === null || ends.first),
    last: parts.at(-1)!.length > 0 && (parts.at(-1)!.at(-1) === null || ends.last),
  }
}

function unitsOf(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => text[at]!)
}

function partsOf(pattern: string): (string | null)[][] {
  const parts: (string | null)[][] = [[]]
  const units = unitsOf(pattern)
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!
    const next = units[at + 1]
    if (unit === '\\' && (next === '*' || next === '?' || next === '\\')) {
      parts.at(-1)!.push(next)
      at += 1
    } else if (unit === '*') parts.push([])
    else parts.at(-1)!.push(unit === '?' ? null : unit)
  }
  return parts
}

function pieceOf(units: readonly (string | null)[]): Piece {
  let best = { before: 0, anchor: '' }
  for (let at = 0; at < units.length; at++) {
    const before = at
    let anchor = ''
    for (; at < units.length && units[at] !== null; at++) anchor += units[at]
    if (anchor.length > best.anchor.length) best = { before, anchor }
  }
  return { units, ...best }
}

/** How far a term has been found in the text read so far. */
export interface Progress {
  /** number of pieces found */
  pieces: number
  start: number
  end: number
}

/**
 * Called where the anchor of a piece ends; returns the progress of the term. Greedy matching of
 * each piece is sufficient, as pieces have fixed lengths: a text is read once, without
 * backtracking.
 */
export function advance(
  term: Term,
  so: Progress | undefined,
  { text, folded }: SearchedText,
  anchorStart: number,
): Progress | undefined {
  const found = so?.pieces ?? 0
  const piece = term.pieces[found]
  if (piece === undefined) return so
  const start = anchorStart - piece.before
  const end = start + piece.units.length
  if (start < (so?.end ?? 0) || end > folded.length) return so
  if (piece.anchor.length < piece.units.length && !fits(piece, folded, start)) return so
  const ends = {
    first: term.first && found === 0,
    last: term.last && found === term.pieces.length - 1,
  }
  if ((ends.first || ends.last) && !standsAlone(text, start, end, ends)) return so
  return { pieces: found + 1, start: so?.start ?? start, end }
}

function fits({ units }: Piece, folded: string, start: number): boolean {
  return units.every((unit, at) => unit === null || unit === folded[start + at])
}
