import { hash } from 'node:crypto'
import type { Db } from '../database.ts'
import type { MovedTable } from './plan.ts'
import { createReader } from './reader.ts'
import { type Value, valuesOf } from './values.ts'

/** Bytes of a hash that are summed: with fewer, two changes could cancel each other out. */
const HASH_BYTES = 32

/** Content of a table, regardless of the order of its rows. */
export interface TableSum {
  rows: number
  /** sum of the hashes of all rows, in 32-bit words */
  sum: string
}

/** @param onRows called with the number of rows since the last call */
export async function sumOf(
  db: Db,
  table: MovedTable,
  onRows: (count: number) => void,
): Promise<TableSum> {
  const words = new Uint32Array(HASH_BYTES / 4)
  let rows = 0
  const next = createReader(db, table, null)
  for (let ended = false; !ended; ) {
    const batch = await next()
    for (const row of batch.rows) add(words, hashOf(table, valuesOf(table, row)))
    rows += batch.rows.length
    onRows(batch.rows.length)
    ended = batch.last
  }
  return { rows, sum: Buffer.from(words.buffer).toString('hex') }
}

function add(words: Uint32Array, bytes: Buffer): void {
  for (let at = 0; at < words.length; at++) words[at]! += bytes.readUInt32LE(at * 4)
}

function hashOf({ columns }: MovedTable, values: readonly Value[]): Buffer {
  const texts = values.map((value, at) => {
    if (value === null || typeof value === 'boolean') return value
    return columns[at]!.kind === 'json' ? sortedJson(String(value)) : String(value)
  })
  return hash('sha256', JSON.stringify(texts), 'buffer')
}

/** PostgreSQL orders the members of objects and writes numbers and spaces in its own way. */
function sortedJson(text: string): string {
  return text.length === 2 ? text : JSON.stringify(JSON.parse(text), sortMembers)
}

function sortMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value)
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)))
}
