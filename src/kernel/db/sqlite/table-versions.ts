/** Counts the commits to each table, for caches of what was read from it. */
export interface TableVersions {
  /** records a statement that was run, or will be before the next commit */
  noticeStatement(sql: string): void
  /** which of these tables the recorded writes may have changed */
  pending(tables: readonly string[]): string[]
  /** these tables have changed */
  noticeTables(tables: readonly string[]): void
  /** makes the recorded writes visible in the versions */
  noticeCommit(): void
  /** another process has committed unknown changes */
  noticeForeignCommit(): void
  /** differs from before if one of these tables may have changed */
  of(tables: readonly string[]): number
}

const READS = /^\s*(select|values|explain|begin|commit|rollback|savepoint|release)\b/i
const WRITES =
  /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/i

export function createTableVersions(): TableVersions {
  const versions = new Map<string, number>()
  const written = new Set<string>()
  /** of statements whose written table is unclear */
  let ofAll = 0
  let allWritten = false
  const noticeTables = (tables: Iterable<string>) => {
    for (const table of tables) versions.set(table, (versions.get(table) ?? 0) + 1)
  }
  return {
    noticeStatement(sql) {
      if (READS.test(sql)) return
      const table = WRITES.exec(sql)?.[1]
      if (table === undefined) allWritten = true
      else written.add(table.toLowerCase())
    },
    pending: (tables) => tables.filter((table) => allWritten || written.has(table)),
    noticeTables,
    noticeCommit() {
      noticeTables(written)
      written.clear()
      if (allWritten) ofAll++
      allWritten = false
    },
    noticeForeignCommit: () => void ofAll++,
    of: (tables) => tables.reduce((sum, table) => sum + (versions.get(table) ?? 0), ofAll),
  }
}
