import type { Readable } from 'node:stream'
import { Unprocessable } from '../../../kernel/base/errors.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import { isCommonSuffix } from '../../../kernel/net/registrable-domain.ts'
import { type CsvRow, readCsv } from '../../../kernel/text/csv.ts'
import { SEVERITIES } from '../../instance/domain-blocks.ts'
import { canonicalDomain } from '../../instance/domain-policy.ts'
import type { ImportedBlock } from '../tables.ts'

/** maximum of bytes of a file or list */
export const LARGEST_LIST = 4 << 20
export const MOST_ROWS = 10_000
const ROW_BYTES = 16_384
/** maximum of characters of a line that are stored to be shown again */
const SHOWN = 200
const LONGEST_COMMENT = 2000
const LONGEST_DOMAIN = 253

/** A row of a list: the requested block, or an error. */
export type ListEntry = { line: number; text: string } & (
  | { domain: string; given: Limits }
  | { domain: null; error: string }
)

export type Limits = Omit<ImportedBlock, 'private_comment'>

/**
 * Reads a block list in Mastodon's CSV format, or one domain per line.
 * @throws Unprocessable if it has another format, is too long, or empty
 */
export async function readBlockList(file: Readable): Promise<ListEntry[]> {
  const rows = await readCsv(file, { rows: MOST_ROWS + 1, rowBytes: ROW_BYTES })
  const [first] = rows
  const columns = first === undefined ? null : headerOf(first)
  const entries = (columns === null ? rows : rows.slice(1))
    .filter(({ cells }) => columns !== null || !cells[0]?.startsWith('#'))
    .map((row) => readEntry(row, columns ?? PLAIN))
  if (entries.length > MOST_ROWS)
    throw new Unprocessable(`The file has more than ${MOST_ROWS} rows`)
  if (entries.length === 0) throw new Unprocessable('The file names no domain')
  return entries
}

/** Column names without Mastodon's leading `#`. */
type Columns = readonly string[]

const PLAIN: Columns = ['domain', 'severity']

function headerOf({ cells }: CsvRow): Columns | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/^#\s*/, ''))
  return names.includes('domain') ? names : null
}

function readEntry({ line, cells }: CsvRow, columns: Columns): ListEntry {
  const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
  const shown = { line, text: cells.join(',').slice(0, SHOWN) }
  const severity = cell('severity').toLowerCase() || 'suspend'
  const known = SEVERITIES.find((name) => name === severity)
  const comment = cell('public_comment')
  const { name, error } = readName(cell('domain'))
  if (name === null) return { ...shown, domain: null, error }
  const wrong = (reason: string) => ({ ...shown, domain: null, error: reason })
  if (known === undefined) return wrong('The severity is none of noop, silence and suspend')
  if (comment.length > LONGEST_COMMENT) return wrong('The comment is too long')
  const given = {
    severity: known,
    reject_media: isTrue(cell('reject_media')),
    reject_reports: isTrue(cell('reject_reports')),
    obfuscate: isTrue(cell('obfuscate')),
    public_comment: comment === '' ? null : comment,
  }
  return { ...shown, domain: name, given }
}

function isTrue(text: string): boolean {
  return /^(?:true|1|yes|t)$/i.test(text)
}

type Name = { name: string; error: null } | { name: null; error: string }

/** Stricter than `readDomain`, which reads the staff's input: nobody has reviewed these names. */
function readName(text: string): Name {
  const refuse = (error: string): Name => ({ name: null, error })
  const bare = text.replace(/^\*\./, '')
  if (bare.includes('*')) return refuse('Part of the name is hidden')
  const url = /[\s/?#@\\,]/.test(bare) ? null : parseUrl(`https://${bare}`)
  const name = url === null ? '' : canonicalDomain(url.host)
  if (name === '' || name.startsWith('.') || name.length > LONGEST_DOMAIN) {
    return refuse('This is no domain')
  }
  if (isCommonSuffix(name)) return refuse('Everybody can have a name under this')
  return { name, error: null }
}
