import { type Automaton, createAutomaton } from '../text/automaton.ts'
import { type SearchedText, searchedText } from '../text/fold.ts'
import { advance, type Progress, type Term } from './terms.ts'

/** UTF-16 units that are looked at; nobody reads further */
export const MOST_SEARCHED = 16_384
/** of what was found, as explanations show it */
const SHOWN = 80

/** Looks for all words and patterns that rules ask of one field, in one pass. */
export interface TextSearch {
  /** what each term that was found found, as it was written, by the place of the term */
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
  /** by the place of an anchor the terms that begin with it */
  first: readonly (readonly number[])[]
  placeOf: ReadonlyMap<string, number>
}

/** Each term waits for one anchor at a time: so a place of the text costs no more than there are terms. */
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
