import type { RecordedAnswers } from '../oracle/recorded-answers.ts'
import type { NotYet } from '../spec/not-yet.ts'
import type { NumberedLine } from '../spec/numbers.ts'
import type { RowResult } from '../walk/run.ts'
import {
  deviationList,
  failureList,
  groupTable,
  numberTable,
  operationTable,
  totalsOf,
  untested,
} from './tables.ts'

export interface Findings {
  results: readonly RowResult[]
  numbers: readonly NumberedLine[]
  notYet: NotYet
  /** version of the server, as it reports it */
  version: string
  withOpenApi: boolean
  recorded: RecordedAnswers
  /** statuses missing in the server's interface description */
  undocumented: readonly string[]
}

/** The whole report in Markdown. */
export function writeReport(findings: Findings): string {
  const { results, numbers, notYet, version, withOpenApi, recorded, undocumented } = findings
  const shapes = withOpenApi
    ? "Entities are checked against our own schemas and against Mastodon's interface description."
    : "Entities are checked against our own schemas alone: checking against Mastodon's interface description is skipped, as the file was not there."
  const ready = results.filter((result) => result.ready).map(({ row }) => row.operation)
  const lacking = untested(numbers, notYet.numbers)
  const tested = [...notYet.numbers.keys()].filter((number) => {
    return numbers.some((line) => line.number === number && line.tests.length > 0)
  })
  return `# Conformance

Written by \`npm run conformance -- --write docs/conformance.md\`, which walks every operation of
\`docs/spec/surface.tsv\`. The server called itself ${version}. ${shapes}
${recorded.compared()} answers were compared with those that Mastodon 4.6.4 gave (\`docs/spec/recorded-shapes.tsv\`); \`recorded-differences.tsv\`
says where they differ, and why.

## Groups

${groupTable(results)}
${section('What fails', failureList(results))}${section('Answers that a real server never gave', deviationList(recorded.deviations()))}${section('Statuses that /api/openapi.json does not name', undocumented.join('\n'))}${section('Listed in not-yet.tsv, but there', list([...ready, ...tested]))}${section('Lines of behaviours.md without a test', lacking)}
## Operations

${operationTable(results)}

## Lines of behaviours.md

Sections whose lines must have tests by now.

${numberTable(numbers, notYet.numbers)}

${lastLine(results)}
`
}

/** The totals in one line. */
export function lastLine(results: readonly RowResult[]): string {
  const { passed, failed, skipped } = totalsOf(results)
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

function section(title: string, content: string): string {
  return content === '' ? '' : `\n## ${title}\n\n${content}\n`
}

function list(items: readonly string[]): string {
  return items.map((item) => `- \`${item}\``).join('\n')
}
