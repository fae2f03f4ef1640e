import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder with the project's own specification. */
export const SPEC = join(import.meta.dirname, '../../docs/spec')

/** An operation: one line of surface.tsv. */
export interface SurfaceRow {
  /** method and path, the name of the operation everywhere */
  operation: string
  method: string
  path: string
  auth: 'none' | 'user' | 'app' | 'session' | 'admin'
  scopes: string
  /** of staff operations: one of them is needed; `everybody`: the scope alone */
  permissions: string[]
  success: string
  pagination: string
  group: string
}

export async function readSurface(): Promise<SurfaceRow[]> {
  const text = await readFile(join(SPEC, 'surface.tsv'), 'utf8')
  return tableRows(text).map((row) => ({
    operation: `${row.method} ${row.path}`,
    method: row.method ?? '',
    path: row.path ?? '',
    auth: row.auth as SurfaceRow['auth'],
    scopes: row.scopes ?? '',
    permissions: (row.permission ?? '').split(',').filter((name) => name !== ''),
    success: row.success ?? '',
    pagination: row.pagination ?? '',
    group: row.group ?? '',
  }))
}

/** The rows of a tab-separated table, by the names in its first line. */
export function tableRows(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const names = head.split('\t')
  return lines.map((line) => {
    const values = line.split('\t')
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
  })
}

/** The scopes of which a token needs one; empty if any token is accepted. */
export function scopeChoices({ scopes }: SurfaceRow): string[] {
  return scopes
    .replace(/^optional ?/, '')
    .split(',')
    .filter((scope) => scope !== '' && scope !== 'none' && scope !== 'any token')
}

/** Finds the operation of a request: of the matching paths the one with the fewest parameters. */
export function createMatcher(
  surface: readonly SurfaceRow[],
): (asked: string) => SurfaceRow | null {
  const patterns = surface
    .map((row) => ({
      row,
      parameters: row.path.split(':').length,
      pattern: new RegExp(
        `^${row.method} ${row.path.replace(/\./g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`,
      ),
    }))
    .sort((a, b) => a.parameters - b.parameters)
  return (asked) => {
    const bare = asked.split('?', 1)[0] ?? ''
    return patterns.find(({ pattern }) => pattern.test(bare))?.row ?? null
  }
}
