import type { TextQuery } from '../db/search.ts'

/** words and phrases of a query that count */
const MAX_TERMS = 20

/** Reads what people type: words, "phrases in quotes", and a minus before what must not be there. */
export function readTextQuery(text: string): TextQuery {
  const all: string[] = []
  const none: string[] = []
  const terms = text.slice(0, 1000).matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)
  for (const [, minus, phrase, word] of terms) {
    const term = (phrase ?? word ?? '').trim()
    if (term === '' || all.length + none.length >= MAX_TERMS) continue
    if (minus === '-') none.push(term)
    else all.push(term)
  }
  return { all, none }
}
