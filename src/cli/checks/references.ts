import { type Finding, fail, ok } from '../../features/health/finding.ts'
import { countDangling, foreignKeys } from '../../kernel/db/references.ts'
import type { DataCheck } from './data.ts'

/** Checks for references to missing rows, which only damage or manual changes cause. */
export const checkReferences: DataCheck = async ({ database, progress }) => {
  const references = await foreignKeys(database.db)
  const findings: Finding[] = []
  for (const [at, reference] of references.entries()) {
    const { child, column, parent } = reference
    progress(`${at} of ${references.length} references checked`)
    const rows = await countDangling(database.slowDb, reference)
    if (rows === 0) continue
    const text = `${rows} rows of ${child} have a ${column} that is no row of ${parent}`
    const advice = `Look whether the disk is sound; restore a backup, or delete these rows of ${child} by SQL`
    findings.push(fail(text, advice))
  }
  return findings.length > 0 ? findings : [ok(`All ${references.length} references lead to rows`)]
}
