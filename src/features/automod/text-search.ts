import { type Automaton, createAutomaton } from '../../kernel/text/automaton.ts'
import { type SearchedText, searchedText } from '../../kernel/text/fold.ts'
import { advance, type Progress, type Term } from './terms.ts'

/** maximum of UTF-16 units of a text that are searched */
export const MOST_SEARCHED = 16_384
/** maximum of characters of a match in explanations */
const SHOWN = 80

/** Searches a field for the words and patterns of all rules, in one pass. */
export interface TextSearch {
  /** the match of each found term, in the original spelling, by the index of the term */
  find(text: string): ReadonlyMap<number, string>
}

export function createTextSearch(terms: readonly Term[]): TextSearch {
  const anchors = [...new Set(terms.flatMap(({ pieces }) => pieces.map(({ anchor }) => anchor)))]
  const placeOf = new Map(anchors.map((anchor, place) => [anchor, place]))
  const first: number[][] = anchors.map(() => [])
  for (const [term, { pieces }] of terms.entries()) {
    first[placeOf.get(pieces[0]!.anchor)!]!.push(term)
  }
  let automaton: Automaton | null = null
  return {
    find(given) {
      automaton ??= createAutomaton(anchors)
      const searched = searchedText(given.slice(0, MOST_SEARCHED))
      const progress = readAnchors({ automaton, terms, first, placeOf }, searched)
      const found = new Map<number, string>()
      for (const [term, { pieces, start, end }] of progress) {
        if (pieces < terms[term]!.pieces.length) continue
        found.set(term, searched.text.slice(start, end).slice(0, SHOWN).toWellFormed())
      }
      return found
    },
  }
}

interface Anchored {
  automaton: Automaton
  terms: readonly Term[]
  /** indexes of the terms that start with an anchor, by the index of the anchor */
  first: readonly (readonly number[])[]
  placeOf: ReadonlyMap<string, number>
}

/**
 * Each term waits for one anchor at a time, so each position of the text costs at most one step per
 * term.
 */
function readAnchors(
  { automaton, terms, first, placeOf }: Anchored,
  searched: SearchedText,
): Map<number, Progress> {
  const progress = new Map<number, Progress>()
  const waiting = new Map<number, Set<number>>()
  const move = (term: number, start: number): boolean => {
    const so = progress.get(term)
    const now = advance(terms[term]!, so, searched, start)
    if (now === undefined || now === so) return false
    progress.set(term, now)
    const next = terms[term]!.pieces[now.pieces]
    if (next === undefined) return true
    const place = placeOf.get(next.anchor)!
    const others = waiting.get(place)
    if (others === undefined) waiting.set(place, new Set([term]))
    else others.add(term)
    return true
  }
  automaton.search(searched.folded, (place, start) => {
    const later = waiting.get(place)
    const waited = later === undefined ? [] : [...later]
    for (const term of waited) {
      later!.delete(term)
      if (!move(term, start)) later!.add(term)
    }
    for (const term of first[place]!) if (!progress.has(term)) move(term, start)
  })
  return progress
}
