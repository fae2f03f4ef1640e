import { keptRows } from './kept.ts'
import { layoutOf, type Size } from './layout.ts'
import { peopleRows } from './people.ts'
import type { Spelling } from './spelling.ts'
import { staffRows } from './staff.ts'
import { statusRows } from './statuses.ts'

/** Statements that fill the tables, in order, by name. */
export function fillings(size: Size, s: Spelling): [table: string, sql: string][] {
  const layout = layoutOf(size)
  return [
    ...peopleRows(size, s, layout),
    ...statusRows(size, s, layout),
    ...keptRows(size, s, layout),
    ...staffRows(size, s),
  ]
}
