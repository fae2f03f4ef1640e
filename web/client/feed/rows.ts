import type { Block } from './block.ts'

/** Entries of a page that are shown together, in the place of the newest of them. */
export interface Group {
  kind: 'conversation' | 'boosts' | 'reactions'
  /** of the newest entry in it */
  id: string
  /** id of the post that its oldest entry answers, where that is no entry of the page */
  parent: string | null
}

/** The group of each entry that has one, by the entry's id. */
export type Groups = ReadonlyMap<string, Group>

/** Decides which entries of a page are shown together. The same function as long as it decides the same. */
export type Grouping<T> = (entries: readonly T[]) => Groups

/** Entries that a feed shows as one. */
export interface Row<T> {
  /** of the newest entry */
  key: string
  /** newest first */
  entries: readonly [T, ...T[]]
  group: Group | null
}

/** The groups of each page: they stay, so that nothing that was shown moves when something is added or taken out. */
export interface Decided {
  by: unknown
  pages: Map<number, Groups>
}

const NONE: Groups = new Map()

/** The groups of each page, decided when it is first seen. */
export function groupsOf<T>(
  blocks: readonly Block<T>[],
  grouping: Grouping<T> | undefined,
  decided: Decided,
): (page: number) => Groups {
  if (decided.by !== grouping) {
    decided.by = grouping
    decided.pages.clear()
  }
  if (grouping === undefined) return () => NONE
  for (const [page, some] of Map.groupBy(blocks, (block) => block.page)) {
    if (decided.pages.has(page)) continue
    decided.pages.set(page, grouping(some.flatMap(({ entries }) => entries)))
  }
  return (page) => decided.pages.get(page) ?? NONE
}

/** Makes rows of entries; a row stays the same as long as what it shows does. */
export function rowMaker<T>(keyOf: (entry: T) => string) {
  const single = new Map<T, Row<T>>()
  const grouped = new WeakMap<Group, Row<T>>()
  const plain = new WeakMap<Block<T>, Block<Row<T>>>()
  const rowOf = (entry: T): Row<T> => {
    const known = single.get(entry)
    if (known !== undefined) return known
    const row: Row<T> = { key: keyOf(entry), entries: [entry], group: null }
    single.set(entry, row)
    return row
  }
  const plainOf = (block: Block<T>): Block<Row<T>> => {
    const known = plain.get(block)
    if (known !== undefined) return known
    const made = { ...block, entries: block.entries.map(rowOf) }
    plain.set(block, made)
    return made
  }
  const groupRow = (group: Group, members: readonly T[]): Row<T> | undefined => {
    const [first, ...others] = members
    if (first === undefined) return undefined
    if (others.length === 0) return rowOf(first)
    const known = grouped.get(group)
    if (known !== undefined && isSame(known.entries, members)) return known
    const row: Row<T> = { key: keyOf(first), entries: [first, ...others], group }
    grouped.set(group, row)
    return row
  }
  /** Blocks of rows in the place of blocks of entries: an entry of a group stands with the first of it. */
  return (blocks: readonly Block<T>[], groups: (page: number) => Groups): Block<Row<T>>[] => {
    const groupAt = ({ page }: Block<T>, entry: T) => groups(page).get(keyOf(entry))
    const members = new Map<Group, T[]>()
    const hasGroups = ({ page }: Block<T>) => groups(page).size > 0
    for (const block of blocks.filter(hasGroups)) {
      for (const entry of block.entries) {
        const group = groupAt(block, entry)
        if (group !== undefined) members.set(group, [...(members.get(group) ?? []), entry])
      }
    }
    return blocks.map((block) => {
      if (!hasGroups(block)) return plainOf(block)
      const rows = block.entries.map((entry) => {
        const group = groupAt(block, entry)
        if (group === undefined) return rowOf(entry)
        const all = members.get(group) ?? []
        return all[0] === entry ? groupRow(group, all) : undefined
      })
      return { ...block, entries: rows.filter((row) => row !== undefined) }
    })
  }
}

const isSame = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at])

/** The heading above each row that has another one than the row before it. */
export function headingsOf<T>(
  blocks: readonly Block<Row<T>>[],
  headingOf: (entry: T) => string,
): ReadonlyMap<Row<T>, string> {
  const found = new Map<Row<T>, string>()
  let last = ''
  for (const row of blocks.flatMap(({ entries }) => entries)) {
    const heading = headingOf(row.entries[0]) || last
    if (heading !== last) found.set(row, heading)
    last = heading
  }
  return found
}
