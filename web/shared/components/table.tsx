import type { ComponentChildren } from 'preact'
import type { PagedList } from '../use-resource.ts'
import { Paged } from './list.tsx'

export interface Column<T> {
  title: string
  cell: (row: T) => ComponentChildren
  /** numbers stand at the right */
  numeric?: boolean
  /** takes what room there is */
  main?: boolean
  /** is left out where there is little room */
  secondary?: boolean
}

interface TableProps<T> {
  /** says what the table is about, for readers of the screen */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
}

/** On phones each row becomes a block of its own, with the titles beside the cells. */
export function Table<T>({ caption, columns, rows, keyOf }: TableProps<T>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: CSS that lays a table out as blocks takes its role away
    <table class="table" role="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, numeric, secondary }) => (
            <th key={title} scope="col" class={classOf({ numeric, secondary })}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, ...looks }) => (
              <td key={title} data-title={title} class={classOf(looks)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ListTableProps<T> extends Omit<TableProps<T>, 'rows'> {
  list: PagedList<T>
  empty: ComponentChildren
}

/** A list of the API as a table. */
export function ListTable<T>({ list, empty, ...table }: ListTableProps<T>) {
  return (
    <Paged list={list} empty={empty}>
      <Table {...table} rows={list.items} />
    </Paged>
  )
}

function classOf(looks: Pick<Column<unknown>, 'numeric' | 'main' | 'secondary'>): string {
  const { numeric, main, secondary } = looks
  return [numeric && 'numeric', main && 'main', secondary && 'wide-only'].filter(Boolean).join(' ')
}
