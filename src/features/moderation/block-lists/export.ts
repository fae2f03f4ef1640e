import { Readable } from 'node:stream'
import type { Db } from '../../../kernel/db/database.ts'
import { csvLine } from '../../../kernel/text/csv-line.ts'

const ROWS_AT_ONCE = 500
const HEADER = [
  '#domain',
  '#severity',
  '#reject_media',
  '#reject_reports',
  '#public_comment',
  '#obfuscate',
]

/** All blocks in Mastodon's CSV format, in alphabetical order, streamed. */
export function exportBlocks(db: Db): Readable {
  async function* lines() {
    yield csvLine(HEADER)
    for (let after: string | null = ''; after !== null; ) {
      const rows = await blocksAfter(db, after)
      yield rows.map(lineOf).join('')
      after = rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!.domain
    }
  }
  return Readable.from(lines())
}

function blocksAfter(db: Db, domain: string) {
  return db
    .selectFrom('domain_block')
    .selectAll()
    .where('domain', '>', domain)
    .orderBy('domain')
    .limit(ROWS_AT_ONCE)
    .execute()
}

function lineOf(block: Awaited<ReturnType<typeof blocksAfter>>[number]): string {
  const { domain, severity, reject_media, reject_reports, public_comment, obfuscate } = block
  return csvLine([domain, severity, reject_media, reject_reports, public_comment ?? '', obfuscate])
}

/** All allowed domains of limited federation in Mastodon's CSV format. */
export function exportAllows(db: Db): Readable {
  async function* lines() {
    yield csvLine(['#domain'])
    for (let after: string | null = ''; after !== null; ) {
      const rows: { domain: string }[] = await db
        .selectFrom('domain_allow')
        .select('domain')
        .where('domain', '>', after)
        .orderBy('domain')
        .limit(ROWS_AT_ONCE)
        .execute()
      yield rows.map(({ domain }) => csvLine([domain])).join('')
      after = rows.length < ROWS_AT_ONCE ? null : rows.at(-1)!.domain
    }
  }
  return Readable.from(lines())
}
