/** Everything a column can show. */
export const KINDS = [
  'home',
  'local',
  'public',
  'list',
  'tag',
  'search',
  'notifications',
  'conversations',
  'bookmarks',
  'favourites',
  'account',
] as const

export type Kind = (typeof KINDS)[number]
export type Width = 'narrow' | 'usual' | 'wide'
export type ColumnOption = 'no-boosts' | 'no-replies' | 'media'

/** A column, as it is kept in the web settings. Members that are not in here stay: another version may know them. */
export interface Column {
  /** names it in the address, too */
  id: string
  /** one of KINDS, or what this version does not know */
  kind: string
  /** which list, hashtag, search, account, or part of the notifications */
  of?: string
  /** how it is called, where the kind does not say it */
  name?: string
  width?: Width
  options?: readonly ColumnOption[]
}

export type NewColumn = Omit<Column, 'id'> & { kind: Kind }

/** so many are drawn and kept; a browser could show more, nobody could read them */
export const MOST_COLUMNS = 20
/** characters */
const MOST_NAME = 100
const MOST_OF = 300

export const FIRST_COLUMNS: readonly Column[] = [
  { id: 'c1', kind: 'home' },
  { id: 'c2', kind: 'notifications', of: 'all' },
  { id: 'c3', kind: 'local' },
]

/** The columns of a setting, which another version may have written. @param stored null: none were chosen yet */
export function columnsOf(stored: unknown): readonly Column[] {
  if (!Array.isArray(stored)) return FIRST_COLUMNS
  const seen = new Set<string>()
  const found: Column[] = []
  for (const one of stored) {
    if (!isColumn(one) || seen.has(one.id)) continue
    seen.add(one.id)
    found.push(one)
  }
  return found.slice(0, MOST_COLUMNS)
}

function isColumn(value: unknown): value is Column {
  if (typeof value !== 'object' || value === null) return false
  const { id, kind, of = '', name = '', options = [] } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    /^c\d{1,6}$/.test(id) &&
    typeof kind === 'string' &&
    kind.length <= MOST_NAME &&
    typeof of === 'string' &&
    of.length <= MOST_OF &&
    typeof name === 'string' &&
    name.length <= MOST_OF &&
    Array.isArray(options)
  )
}

export const isKnownKind = (kind: string): kind is Kind =>
  (KINDS as readonly string[]).includes(kind)

/** Puts one at the end. @returns null if there is no room for more */
export function withColumn(columns: readonly Column[], added: NewColumn): readonly Column[] | null {
  if (columns.length >= MOST_COLUMNS) return null
  const numbers = columns.map(({ id }) => Number(id.slice(1)))
  const column: Column = { ...added, id: `c${Math.max(0, ...numbers) + 1}` }
  if (column.of !== undefined) column.of = column.of.slice(0, MOST_OF)
  if (column.name !== undefined) column.name = column.name.slice(0, MOST_NAME)
  return [...columns, column]
}

/** Moves one to a place among the others. @param to its number there, from 0 */
export function moved(columns: readonly Column[], id: string, to: number): readonly Column[] {
  const column = columns.find((one) => one.id === id)
  if (column === undefined) return columns
  const others = columns.filter((one) => one !== column)
  return [...others.slice(0, Math.max(0, to)), column, ...others.slice(Math.max(0, to))]
}

export const withChange = (
  columns: readonly Column[],
  id: string,
  changes: Partial<Column>,
): readonly Column[] => columns.map((one) => (one.id === id ? { ...one, ...changes } : one))

export const hasOption = ({ options = [] }: Column, option: ColumnOption): boolean =>
  options.includes(option)

/** Its options with one of them on or off. */
export function withOption(column: Column, option: ColumnOption, on: boolean) {
  const others = (column.options ?? []).filter((one) => one !== option)
  return on ? [...others, option] : others
}

const OPTIONS: Partial<Record<Kind, readonly ColumnOption[]>> = {
  home: ['no-boosts', 'no-replies'],
  list: ['no-boosts', 'no-replies'],
  account: ['no-boosts', 'no-replies', 'media'],
  local: ['media'],
  public: ['media'],
  tag: ['media'],
}

/** The options that there are for a kind of column. */
export const optionsOf = (kind: string): readonly ColumnOption[] =>
  (isKnownKind(kind) ? OPTIONS[kind] : undefined) ?? []

/** Whether all that arrives is told by itself; the others can be read anew. */
export const isLive = (kind: string): boolean =>
  ['home', 'local', 'public', 'list', 'tag', 'notifications', 'conversations'].includes(kind)
