import { ACCOUNTS_FROM, type Layout, STARTS_AT } from './layout.ts'
import type { Spelling } from './spelling.ts'

export const accountAt = (s: Spelling, number: string) =>
  s.id(`(${ACCOUNTS_FROM} + (${number})) * 65536`)
export const timeAt = ({ step }: Layout, number: string) =>
  `(${STARTS_AT} + (${number}) * cast(${step} as bigint))`
export const statusAt = (s: Spelling, layout: Layout, number: string) =>
  s.id(`${timeAt(layout, number)} * 65536`)

export function insert(
  table: string,
  columns: Record<string, string>,
  from: string,
): [string, string] {
  const names = Object.keys(columns).join(', ')
  return [
    table,
    `insert into ${table} (${names}) select ${Object.values(columns).join(', ')} from ${from}`,
  ]
}
