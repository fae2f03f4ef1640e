import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { FORMAT, type Line } from '../../src/kernel/db/archive/format.ts'

/** A well-formed archive of these lines. */
export function sealed(lines: Line[], migrations: string[] = ['0001_first']): Buffer {
  const header: Line = { archive: 'rookery', format: FORMAT, migrations, created_at: 0 }
  const text = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
  const rows = lines.filter((line) => Array.isArray(line)).length
  const files = lines.filter((line) => typeof line === 'object' && 'file' in line).length
  const sha256 = createHash('sha256').update(text).digest('hex')
  return gzipSync(`${text}${JSON.stringify({ end: true, rows, files, sha256 })}\n`)
}
