import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SurfaceRow, tableRows } from './surface.ts'

/** Operations and lines of behaviours.md that a later milestone implements, with its name. */
export interface NotYet {
  operations: Map<string, string>
  numbers: Map<string, string>
}

const FILE = join(import.meta.dirname, '../not-yet.tsv')

/**
 * Reads not-yet.tsv, in which a subject is a group (`group admin`), an operation or an S-number.
 * @throws Error for a subject that is not in the specification
 */
export async function readNotYet(surface: readonly SurfaceRow[]): Promise<NotYet> {
  const notYet: NotYet = { operations: new Map(), numbers: new Map() }
  for (const { milestone = '', subject = '' } of tableRows(await readFile(FILE, 'utf8'))) {
    if (/^S-\d{3}$/.test(subject)) {
      notYet.numbers.set(subject, milestone)
      continue
    }
    const rows = surface.filter(
      (row) => `group ${row.group}` === subject || row.operation === subject,
    )
    if (rows.length === 0) throw new Error(`not-yet.tsv: surface.tsv knows no "${subject}"`)
    for (const row of rows) notYet.operations.set(row.operation, milestone)
  }
  return notYet
}
