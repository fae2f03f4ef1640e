import { hash } from 'node:crypto'

/** Bytes of a hash that are summed: with fewer, two changes could cancel each other out. */
const HASH_BYTES = 32

/** Content of a table, regardless of the order of its rows. */
export interface TableSum {
  rows: number
  /** sum of the hashes of all rows, in 32-bit words */
  sum: string
}

/** Sums rows up, one after the other. */
export interface RowSummer {
  /** @param values of a row in the order of its columns, in a form that is equal on both databases */
  add(values: readonly unknown[]): void
  result(): TableSum
}

export function createRowSummer(): RowSummer {
  const words = new Uint32Array(HASH_BYTES / 4)
  let rows = 0
  return {
    add(values) {
      const bytes = hash('sha256', JSON.stringify(values), 'buffer')
      for (let at = 0; at < words.length; at++) words[at]! += bytes.readUInt32LE(at * 4)
      rows++
    },
    result: () => ({ rows, sum: Buffer.from(words.buffer).toString('hex') }),
  }
}

/** PostgreSQL orders the members of objects and writes numbers and spaces in its own way. */
export function sortedJson(text: string): string {
  return text.length === 2 ? text : JSON.stringify(JSON.parse(text), sortMembers)
}

function sortMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value)
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)))
}
