/** Finds the positions of many words in a text. */
export interface Automaton {
  /** its size, for caches */
  readonly nodes: number
  /** calls back for each position of each word, in the order of their ends */
  search(text: string, found: (word: number, start: number, end: number) => void): void
}

/** units that are an index themselves */
const ASCII = 128

/**
 * The automaton of Aho and Corasick: it reads the text once, whatever the number and content of the words. A regular
 * expression of the words would restart at each position, which malicious texts and words can turn into minutes.
 * @param words none empty; identified by their index in this list
 * @see https://doi.org/10.1145/360825.360855
 */
export function createAutomaton(words: readonly string[]): Automaton {
  const trie = plant(words)
  const { childOf, wordsAt, units, only, others } = trie
  const fallbacks = linkFallbacks(trie)
  const start = new Uint32Array(ASCII)
  for (let unit = 0; unit < ASCII; unit++) start[unit] = childOf(0, unit)
  // the longest word that ends where a node's text does, and the longest shorter one
  const longest = new Uint32Array(trie.size)
  const shorter = new Uint32Array(trie.size)
  for (const node of fallbacks.order) {
    shorter[node] = longest[fallbacks.of[node]!]!
    longest[node] = wordsAt.has(node) ? node : shorter[node]!
  }
  // inlined instead of `childOf`: this runs for every character of every status
  const step = (from: number, unit: number): number => {
    for (let node = from; node !== 0; node = fallbacks.of[node]!) {
      if (units[node] === unit && only[node] !== 0) return only[node]!
      const next = others[node]?.get(unit)
      if (next !== undefined) return next
    }
    return unit < ASCII ? start[unit]! : childOf(0, unit)
  }
  return {
    nodes: trie.size,
    search(text, found) {
      let node = 0
      for (let at = 0; at < text.length; at++) {
        node = step(node, text.charCodeAt(at))
        for (let ending = longest[node]!; ending !== 0; ending = shorter[ending]!) {
          for (const word of wordsAt.get(ending)!) found(word, at + 1 - words[word]!.length, at + 1)
        }
      }
    },
  }
}

interface Trie {
  size: number
  /** 0: no child, as the root is no child */
  childOf(node: number, unit: number): number
  childrenOf(node: number): Iterable<readonly [unit: number, child: number]>
  wordsAt: ReadonlyMap<number, readonly number[]>
  /** for each node the unit of its first child, that child, and its other children */
  units: Uint16Array
  only: Uint32Array
  others: readonly (ReadonlyMap<number, number> | undefined)[]
}

/** Most nodes have one child, which is stored in arrays; a map holds the others. */
function plant(words: readonly string[]): Trie {
  const most = 1 + words.reduce((sum, word) => sum + word.length, 0)
  const units = new Uint16Array(most)
  const only = new Uint32Array(most)
  const others = new Array<Map<number, number> | undefined>(most).fill(undefined)
  const wordsAt = new Map<number, number[]>()
  let size = 1
  const childOf = (node: number, unit: number): number =>
    only[node] !== 0 && units[node] === unit ? only[node]! : (others[node]?.get(unit) ?? 0)
  const grow = (node: number, unit: number): number => {
    const child = size++
    if (only[node] === 0) {
      units[node] = unit
      only[node] = child
    } else {
      const more = others[node] ?? new Map<number, number>()
      others[node] = more.set(unit, child)
    }
    return child
  }
  for (const [place, word] of words.entries()) {
    let node = 0
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at)
      node = childOf(node, unit) || grow(node, unit)
    }
    const here = wordsAt.get(node)
    if (here === undefined) wordsAt.set(node, [place])
    else here.push(place)
  }
  const childrenOf = function* (node: number): Iterable<readonly [number, number]> {
    if (only[node] !== 0) yield [units[node]!, only[node]!]
    yield* others[node] ?? []
  }
  return { size, childOf, childrenOf, wordsAt, units, only, others }
}

/** Links each node to the longest other node whose text is a suffix of its own; nodes in order of their length. */
function linkFallbacks({ size, childOf, childrenOf }: Trie) {
  const of = new Uint32Array(size)
  const order: number[] = [0]
  for (let at = 0; at < order.length; at++) {
    const node = order[at]!
    for (const [unit, child] of childrenOf(node)) {
      order.push(child)
      if (node === 0) continue
      let fallback = of[node]!
      while (fallback !== 0 && childOf(fallback, unit) === 0) fallback = of[fallback]!
      of[child] = childOf(fallback, unit)
    }
  }
  return { of, order: order.slice(1) }
}
