/** Counts what is written to each table, for whoever keeps what it read. */
export interface TableVersions {
  /** tells of a statement that was run, or will be before the next commit */
  noticeStatement(sql: string): void
  /** what was told of so far is there for readers from now on */
  noticeCommit(): void
  /** another process has committed, who knows what */
  noticeForeignCommit(): void
  /** another number than before if one of these tables may have changed */
  of(tables: readonly string[]): number
}

const READS = /^\s*(select|values|explain|begin|commit|rollback|savepoint|release)\b/i
const WRITES =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/i

export function createTableVersions(): TableVersions {
  const versions = new Map<string, number>()
  const written = new Set<string>()
  /** of statements that do not say clearly which table they write */
  let ofAll = 0
  let allWritten = false
  return {
    noticeStatement(sql) {
      if (READS.test(sql)) return
      const table = WRITES.exec(sql)?.[1]
      if (table === undefined) allWritten = true
      else written.add(table.toLowerCase())
    },
    noticeCommit() {
      for (const table of written) versions.set(table, (versions.get(table) ?? 0) + 1)
      written.clear()
      if (allWritten) ofAll++
      allWritten = false
    },
    noticeForeignCommit: () => void ofAll++,
    of: (tables) => tables.reduce((sum, table) => sum + (versions.get(table) ?? 0), ofAll),
  }
}
