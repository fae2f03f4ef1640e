import type { Line } from '../../kernel/db/archive/format.ts'

/** Finds the ORIGIN of the server that made an archive among the archive's lines. */
export interface OriginFinder {
  look(line: Line): void
  /** null: the server had none yet */
  readonly origin: string | null
}

export function createOriginFinder(): OriginFinder {
  let origin: string | null = null
  let columns: readonly string[] | null = null
  return {
    look(line) {
      if (Array.isArray(line)) {
        if (columns === null || line[columns.indexOf('name')] !== 'origin') return
        origin = fromJson(line[columns.indexOf('value')])
      } else if (typeof line === 'object') {
        columns = 'table' in line && line.table === 'setting' ? line.columns : null
      }
    },
    get origin() {
      return origin
    },
  }
}

function fromJson(value: unknown): string | null {
  try {
    const parsed: unknown = JSON.parse(String(value))
    return typeof parsed === 'string' ? parsed : null
  } catch {
    return null // the rows themselves are checked when they are inserted
  }
}
