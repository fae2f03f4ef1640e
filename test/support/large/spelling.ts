/** How SQL that both databases understand otherwise spells the few things that they do not share. */
export interface Spelling {
  /** a relation `seq` with a column `n` from 0 up to this number, not included */
  series(count: number): string
  /** a number as an id */
  id(number: string): string
  json(text: string): string
}

export const SQLITE: Spelling = {
  series: (count) =>
    `(with recursive up(n) as (select 0 union all select n + 1 from up where n + 1 < ${count}) select n from up) as seq`,
  id: (number) => `cast((${number}) as text)`,
  json: (text) => text,
}

export const POSTGRES: Spelling = {
  series: (count) => `generate_series(0::bigint, ${count - 1}) as seq(n)`,
  id: (number) => `(${number})::bigint`,
  json: (text) => `(${text})::jsonb`,
}
