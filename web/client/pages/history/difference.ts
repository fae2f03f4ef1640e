/** A stretch of two texts that both have, or only one. */
export interface Part {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** words of one text times those of the other, up to which they are compared one by one */
const MOST = 4_000_000

/** Words to remove and to add that turn one text into another. */
export function differenceOf(from: string, to: string): Part[] {
  const before = wordsOf(from)
  const after = wordsOf(to)
  if (before.length * after.length > MOST) {
    return joined([part('removed', from), part('added', to)])
  }
  return joined(walk(before, after, commonLengths(before, after)))
}

const part = (kind: Part['kind'], text: string): Part => ({ kind, text })

/** Words, spaces and signs; in scripts without spaces, the words that the language knows. */
function wordsOf(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

/** How many words both have in common, in order, from two places on. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const width = after.length + 1
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(width))
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const below = rows[i + 1]?.[j] ?? 0
      const beside = rows[i]?.[j + 1] ?? 0
      const diagonal = rows[i + 1]?.[j + 1] ?? 0
      const row = rows[i]
      if (row) row[j] = before[i] === after[j] ? diagonal + 1 : Math.max(below, beside)
    }
  }
  return rows
}

function walk(
  before: readonly string[],
  after: readonly string[],
  rows: readonly Uint16Array[],
): Part[] {
  const parts: Part[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [one = '', other = ''] = [before[i], after[j]]
    if (i < before.length && j < after.length && one === other) {
      parts.push(part('same', one))
      i += 1
      j += 1
    } else if (i < before.length && (rows[i + 1]?.[j] ?? 0) >= (rows[i]?.[j + 1] ?? -1)) {
      parts.push(part('removed', one))
      i += 1
    } else if (j < after.length) {
      parts.push(part('added', other))
      j += 1
    } else {
      parts.push(part('removed', one))
      i += 1
    }
  }
  return parts
}

function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = []
  for (const { kind, text } of parts) {
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text !== '') result.push({ kind, text })
  }
  return result
}
