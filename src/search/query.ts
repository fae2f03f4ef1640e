/** words, phrases and operators of a query that count */
const MAX_TERMS = 20
const MAX_LENGTH = 1000

const OPERATORS = ['from', 'has', 'is', 'in', 'language', 'before', 'after', 'during'] as const
const TERM = new RegExp(
  `(-?)(?:(${OPERATORS.join('|')}):(?:"([^"]*)"|(\\S*))|"([^"]*)"|(\\S+))`,
  'gi',
)

export interface Operator {
  name: (typeof OPERATORS)[number]
  /** as typed */
  value: string
  /** what it says must not be so */
  excluded: boolean
}

/** What people type into a search for statuses. */
export interface Query {
  /** words and phrases that must be there */
  all: string[]
  /** and those that must not */
  none: string[]
  operators: Operator[]
}

/**
 * Reads words, "phrases in quotes" and operators like `from:me`, each with a minus before what must
 * not be there. What is no operator is words.
 *
 * @see https://docs.joinmastodon.org/user/searching/
 */
export function readQuery(text: string): Query {
  const query: Query = { all: [], none: [], operators: [] }
  let terms = 0
  for (const [, minus, name, quoted, value, phrase, word] of text
    .slice(0, MAX_LENGTH)
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
