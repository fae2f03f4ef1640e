import { type Finding, fail, ok, reasonOf } from '../../features/health/finding.ts'
import { createIndex, missingIndexes } from '../../kernel/db/indexes.ts'
import { type DataCheck, REPAIR } from './data.ts'

/** Checks that every index of the migrations exists. */
export const checkIndexes: DataCheck = async ({ database, repair, progress }) => {
  const missing = await missingIndexes(database)
  if (missing.length === 0) return [ok('Every index is there')]
  const findings: Finding[] = []
  for (const index of missing) {
    const text = `The index ${index.name} is missing`
    if (!repair) {
      findings.push(fail(`${text}: what needs it is slow, or not unique`, REPAIR))
      continue
    }
    progress(`Making ${index.name}`)
    findings.push(
      await createIndex(database, index).then(
        () => ok(`${text} no more: it was made anew`),
        (error) => fail(`${text} and cannot be made: ${reasonOf(error)}`, 'Restore a backup'),
      ),
    )
  }
  return findings
}
