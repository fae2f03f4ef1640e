import { isoTime, type JsonText, toJson } from '../../kernel/base/json.ts'
import { type Automaton, createAutomaton } from '../../kernel/text/automaton.ts'
import { type SearchedText, searchedText } from '../../kernel/text/fold.ts'
import { standsAlone, type WordEnds, wordEnds } from '../../kernel/text/words.ts'
import type { FilterAction, FilterContext } from './tables.ts'

/** A filter with its keywords and statuses. */
export interface WholeFilter {
  id: string
  title: string
  context: FilterContext[]
  action: FilterAction
  /** ms since 1970 */
  expiresAt: number | null
  keywords: readonly { keyword: string; wholeWord: boolean }[]
  statusIds: readonly string[]
}

/** The filters of one viewer, compiled for matching many statuses. */
export interface CompiledFilters {
  filters: readonly Compiled[]
  /** null: no keywords */
  words: Words | null
}

interface Compiled {
  expiresAt: number | null
  /** its form in results (S-110) */
  shown: JsonText
  statusIds: ReadonlySet<string>
}

interface Words {
  automaton: Automaton
  /** by the index of the word in the automaton */
  rules: readonly { filter: number; ends: WordEnds | null }[]
}

export function compileFilters(filters: readonly WholeFilter[]): CompiledFilters {
  const rules: Words['rules'][number][] = []
  const words: string[] = []
  for (const [filter, { keywords }] of filters.entries()) {
    for (const { keyword, wholeWord } of keywords) {
      const { text, folded } = searchedText(keyword)
      if (folded === '') continue
      words.push(folded)
      rules.push({ filter, ends: wholeWord ? wordEnds(text) : null })
    }
  }
  return {
    filters: filters.map((filter) => ({
      expiresAt: filter.expiresAt,
      shown: toJson(presentInResult(filter)),
      statusIds: new Set(filter.statusIds),
    })),
    words: words.length === 0 ? null : { automaton: createAutomaton(words), rules },
  }
}

/** The filter in a FilterResult: without keywords and statuses (S-090). */
function presentInResult({ id, title, context, action, expiresAt }: WholeFilter) {
  return {
    id,
    title,
    context,
    expires_at: expiresAt === null ? null : isoTime(expiresAt),
    filter_action: action,
  }
}

/**
 * The input of a match: texts for keywords; ids of the status and of its reblog for status filters.
 */
export interface Matchable {
  texts: readonly SearchedText[]
  statusIds: readonly string[]
  /** ms since 1970 */
  now: number
}

/**
 * JSON of the FilterResults of a status (S-110, S-111): of every filter that has not expired,
 * whatever its contexts (S-113).
 * @see https://docs.joinmastodon.org/entities/FilterResult/
 */
export function matchFilters(
  { filters, words }: CompiledFilters,
  { texts, statusIds, now }: Matchable,
): JsonText {
  const found = words === null ? NONE : findWords(words, filters.length, texts)
  let results = ''
  for (const [at, filter] of filters.entries()) {
    if (filter.expiresAt !== null && filter.expiresAt <= now) continue
    const statuses =
      filter.statusIds.size === 0 ? [] : statusIds.filter((id) => filter.statusIds.has(id))
    const keyword = found[at]
    if (keyword === undefined && statuses.length === 0) continue
    const keywords = keyword === undefined ? 'null' : JSON.stringify([keyword])
    const ids = statuses.length === 0 ? 'null' : JSON.stringify(statuses)
    results += `${results === '' ? '' : ','}{"filter":${filter.shown},"keyword_matches":${keywords},"status_matches":${ids}}`
  }
  return `[${results}]` as JsonText
}

const NONE: readonly (string | undefined)[] = []

/**
 * The first match of each filter, in the original spelling; of two at the same place, the longer
 * one.
 */
function findWords(
  { automaton, rules }: Words,
  filters: number,
  texts: readonly SearchedText[],
): readonly (string | undefined)[] {
  const found = new Array<string | undefined>(filters)
  for (const { text, folded } of texts) {
    const first = new Map<number, { start: number; end: number }>()
    automaton.search(folded, (word, start, end) => {
      const { filter, ends } = rules[word]!
      if (found[filter] !== undefined) return
      const known = first.get(filter)
      if (known !== undefined && known.start < start) return
      if (ends === null || standsAlone(text, start, end, ends)) first.set(filter, { start, end })
    })
    for (const [filter, { start, end }] of first) found[filter] = text.slice(start, end)
  }
  return found
}
