/** maximum of words, phrases and operators of a query */
const MAX_TERMS = 20
const MAX_LENGTH = 1000

const OPERATORS = ['from', 'has', 'is', 'in', 'language', 'before', 'after', 'during'] as const
const TERM = new RegExp(
  `(-?)(?:(${OPERATORS.join('|')}):(?:"([^"]*)"|(\\S*))|"([^"]*)"|(\\S+))`,
  'gi',
)
// phones type these for a straight quote
const QUOTES = /[“”„‟«»＂]/g

export interface Operator {
  name: (typeof OPERATORS)[number]
  /** as typed */
  value: string
  /** preceded by a minus: must not hold */
  excluded: boolean
}

/** A typed search for statuses. */
export interface Query {
  /** required words and phrases */
  all: string[]
  /** excluded words and phrases */
  none: string[]
  operators: Operator[]
}

/**
 * Reads words, "phrases in quotes" (of any script's) and operators such as `from:me`, each optionally excluded by a
 * minus. Unknown operators count as words.
 *
 * @see https://docs.joinmastodon.org/user/searching/
 */
export function readQuery(text: string): Query {
  const query: Query = { all: [], none: [], operators: [] }
  let terms = 0
  for (const [, minus, name, quoted, value, phrase, word] of text
    .slice(0, MAX_LENGTH)
    .replace(QUOTES, '"')
    .matchAll(TERM)) {
    const excluded = minus === '-'
    const term = (phrase ?? word ?? quoted ?? value ?? '').trim()
    if (term === '' || ++terms > MAX_TERMS) continue
    if (name !== undefined) {
      query.operators.push({ name: name.toLowerCase() as Operator['name'], value: term, excluded })
    } else if (excluded) query.none.push(term)
    else query.all.push(term)
  }
  return query
}
