import { type Finding, fail, ok, reasonOf, warn } from '../../features/health/finding.ts'
import { ReadOnly } from '../../kernel/base/errors.ts'
import { createIndex, missingIndexes } from '../../kernel/db/indexes.ts'
import { type DataCheck, REPAIR } from './data.ts'

const refusalOf = (error: unknown) => (error instanceof ReadOnly ? error.reason : reasonOf(error))

const NEEDS_TEMPORARY =
  'For that its user makes temporary tables and drops them again: grant temporary on database … to …; a standby cannot make them'

/** Checks that every index of the migrations exists. */
export const checkIndexes: DataCheck = async ({ database, repair, progress }) => {
  const missing = await missingIndexes(database).catch(refusalOf)
  if (typeof missing === 'string') {
    return [warn(`Whether an index is missing cannot be told: ${missing}`, NEEDS_TEMPORARY)]
  }
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
