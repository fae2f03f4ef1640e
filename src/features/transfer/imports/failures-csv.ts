import { Readable } from 'node:stream'
import type { App } from '../../../kernel/core/app.ts'
import { csvLine } from '../../../kernel/text/csv-line.ts'
import { type DataImport, type ImportRow, rowsIn } from './queries.ts'
import { presentRow } from './serializer.ts'

const AT_ONCE = 500

/**
 * The failed rows of an import with their reasons, as CSV; the first column can be imported again.
 */
export function failuresStream({ slowDb }: App, { id, type }: DataImport): Readable {
  async function* lines() {
    yield csvLine([FIRST[type] ?? 'Account address', 'Line', 'Error'])
    let after: ImportRow | undefined
    do {
      const more = after === undefined ? {} : { after }
      const rows = await rowsIn(slowDb, id, { state: 'failed', limit: AT_ONCE, ...more })
      for (const row of rows) {
        const { text, line, error } = presentRow(row, type === 'archive')
        yield csvLine([text, line ?? '', error ?? ''])
      }
      after = rows.length < AT_ONCE ? undefined : rows.at(-1)
    } while (after !== undefined)
  }
  return Readable.from(lines())
}

const FIRST: Partial<Record<DataImport['type'], string>> = {
  domain_blocking: '#domain',
  bookmarks: '#uri',
  archive: '#uri',
}
