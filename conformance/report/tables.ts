import type { Deviation } from '../oracle/recorded-answers.ts'
import type { NumberedLine } from '../spec/numbers.ts'
import type { RowResult } from '../walk/run.ts'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

export function totalsOf(results: readonly RowResult[]): Totals {
  const count = (state: RowResult['state']) => results.filter((row) => row.state === state).length
  return {
    passed: count('pass'),
    failed: count('fail'),
    skipped: count('not yet') + count('unseen'),
  }
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')
}

function cell(value: unknown): string {
  return String(value).replaceAll('|', '\\|').replace(/\s+/g, ' ')
}

/** The number of passing operations in each group. */
export function groupTable(results: readonly RowResult[]): string {
  const groups = Map.groupBy(results, ({ row }) => row.group)
  const rows = [...groups].map(([group, own]) => {
    const { passed, failed, skipped } = totalsOf(own)
    return [group, own.length, passed, failed, skipped, claimsOf(own)]
  })
  const { passed, failed, skipped } = totalsOf(results)
  rows.push(['**all**', results.length, passed, failed, skipped, claimsOf(results)])
  return table(['group', 'operations', 'pass', 'fail', 'not yet', 'claims checked'], rows)
}

function claimsOf(results: readonly RowResult[]): number {
  return results.reduce((sum, { claims }) => sum + claims.length, 0)
}

/** Every operation with its state. */
export function operationTable(results: readonly RowResult[]): string {
  const rows = results.map(({ row, state, claims, milestone, leftOut }) => {
    const wrong = claims.filter(({ holds }) => !holds).length
    const failed = wrong === 0 ? '' : `${wrong} of ${claims.length} claims fail`
    const remark = milestone ?? [failed, ...leftOut].filter((part) => part !== '').join('; ')
    return [row.group, `\`${row.operation}\``, row.auth, state, claims.length, remark]
  })
  return table(['group', 'operation', 'auth', 'state', 'claims', 'remark'], rows)
}

/** The failing claims by operation. */
export function failureList(results: readonly RowResult[]): string {
  const failed = results.filter(({ state }) => state === 'fail')
  const parts = failed.map(({ row, claims }) => {
    const wrong = claims.filter(({ holds }) => !holds)
    return [`- \`${row.operation}\``, ...wrong.map(({ what, saw }) => `  - ${what}: ${saw}`)].join(
      '\n',
    )
  })
  return parts.join('\n')
}

/** Unintended differences from responses of a real server. */
export function deviationList(deviations: readonly Deviation[]): string {
  const open = deviations.filter(({ reason }) => reason === null)
  return open
    .map(({ subject, field, problem, asked }) => `- ${subject} ${field}: ${problem} (\`${asked}\`)`)
    .join('\n')
}

/** Lines of behaviours.md and the tests that name them. */
export function numberTable(lines: readonly NumberedLine[], later: Map<string, string>): string {
  const rows = lines.map(({ number, section, tests, tested }) => {
    const milestone = later.get(number)
    if (tests.length > 0) {
      return [section, number, tested ? 'tested' : 'walked', tests.join(', ')]
    }
    return [section, number, milestone === undefined ? 'no test' : 'not yet', milestone ?? '']
  })
  return table(['section', 'line', 'state', 'tests that name it'], rows)
}

/** Lines that must have a test by now and have none, or only a claim of the walk. */
export function untested(lines: readonly NumberedLine[], later: Map<string, string>): string {
  const open = lines.filter(({ number, tested }) => !tested && !later.has(number))
  return open
    .map(({ number, tests }) => (tests.length > 0 ? `${number} (walked)` : number))
    .join(' ')
}
