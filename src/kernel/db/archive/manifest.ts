import { createHash } from 'node:crypto'
import type { Db } from '../database.ts'
import type { Table } from '../table-order.ts'
import { createRowSummer, sortedJson } from '../table-sum.ts'
import type { FilesSum, Manifest, RowLine } from './format.ts'
import { rowsOf } from './rows.ts'

/** Sums up what passes on its way into an archive, or out of it. */
export interface ManifestBuilder {
  rows(table: Table, rows: AsyncIterable<RowLine>): AsyncGenerator<RowLine>
  file(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  result(): Manifest
}

export function createManifest(): ManifestBuilder {
  const tables: Manifest['tables'] = {}
  const summer = createRowSummer()
  let bytes = 0
  return {
    async *rows(table, rows) {
      const summed = createRowSummer()
      for await (const row of rows) {
        summed.add(summableRow(table, row))
        yield row
      }
      tables[table.name] = summed.result()
    },
    async *file(name, content) {
      const hash = createHash('sha256')
      for await (const chunk of content) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
      summer.add([name, hash.digest('hex')])
    },
    result() {
      const { rows: count, sum } = summer.result()
      return { tables, files: { count, bytes, sum } }
    },
  }
}

/**
 * Compares tables with a manifest.
 * @param tables with their columns in the order of the archive
 * @returns a line for each table that differs
 */
export async function compareTables(
  db: Db,
  tables: readonly Table[],
  manifest: Manifest,
  onTable: (name: string) => void,
): Promise<string[]> {
  const found = createManifest()
  for (const table of tables) {
    onTable(table.name)
    await drain(found.rows(table, rowsOf(db, table)))
  }
  const { tables: sums } = found.result()
  const names = new Set([...Object.keys(manifest.tables), ...Object.keys(sums)])
  return [...names].flatMap((name) => {
    const [wanted, got] = [manifest.tables[name], sums[name]]
    if (wanted?.rows !== got?.rows) {
      return [`${name} has ${got?.rows ?? 0} rows instead of ${wanted?.rows ?? 0}`]
    }
    return wanted?.sum === got?.sum ? [] : [`rows of ${name} differ from those that were saved`]
  })
}

/** @returns null if they are the same */
export function compareFiles(wanted: FilesSum, got: FilesSum): string | null {
  if (wanted.count !== got.count) {
    return `there are ${got.count} files instead of ${wanted.count}`
  }
  return wanted.sum === got.sum ? null : 'files differ from those that were saved'
}

/** The values in the form that both databases give back alike. */
function summableRow({ columns }: Table, row: RowLine): unknown[] {
  return row.map((value, at) => {
    if (value === null || typeof value === 'boolean') return value
    return columns[at]!.json ? sortedJson(String(value)) : withoutZeros(String(value))
  })
}

/** PostgreSQL reads a short id, such as one of the tests, as a number. */
function withoutZeros(text: string): string {
  return /^0\d{0,17}$/.test(text) ? String(BigInt(text)) : text
}

/** Lets pass what is only to be summed. */
export async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of items);
}
