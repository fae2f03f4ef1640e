import { useState } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { type Column, Table } from '../../../shared/components/table.tsx'
import type { BlockImportDetails } from '../../../shared/entities/federation.ts'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { SeverityBadge } from '../../parts/domain-words.tsx'

const FIRST = 100

/** Rows of an import by what they came to. */
export function ImportRows({ made }: { made: BlockImportDetails }) {
  const { state, created, changed, skipped, errors } = made
  const is = state === 'dry_run'
  if (created.length + changed.length + skipped.length + errors.length === 0) {
    return <Empty>{t('There is nothing in it.')}</Empty>
  }
  return (
    <>
      <Rows
        title={is ? t('Will be blocked') : t('Were blocked')}
        rows={created}
        columns={CREATED}
      />
      <Rows
        title={is ? t('Will be changed') : t('Were changed')}
        rows={changed}
        columns={CHANGED}
      />
      <Rows title={t('Cannot be read')} rows={errors} columns={ERRORS} />
      <Rows
        title={state === 'retracted' ? t('Stayed as they were') : t('Stay as they are')}
        rows={skipped}
        columns={SKIPPED}
      />
    </>
  )
}

type RowOf<List extends 'created' | 'changed' | 'skipped' | 'errors'> =
  BlockImportDetails[List][number]

const LOST = [
  {
    title: t('Followers lost'),
    numeric: true,
    cell: (row: RowOf<'created' | 'changed'>) => formatNumber(row.followers_lost),
  },
  {
    title: t('Followed lost'),
    numeric: true,
    cell: (row: RowOf<'created' | 'changed'>) => formatNumber(row.following_lost),
  },
]

const CREATED: readonly Column<RowOf<'created'>>[] = [
  { title: t('Domain'), main: true, cell: ({ domain }) => domain },
  { title: t('Limits'), cell: ({ severity }) => <SeverityBadge of={severity} /> },
  ...LOST,
]

const CHANGED: readonly Column<RowOf<'changed'>>[] = [
  { title: t('Domain'), main: true, cell: ({ domain }) => domain },
  { title: t('From|before a change'), cell: ({ from }) => <SeverityBadge of={from} /> },
  {
    title: t('To|after a change'),
    cell: ({ from, to }) =>
      from === to ? t('The same, with other details') : <SeverityBadge of={to} />,
  },
  ...LOST,
]

const SKIPPED: readonly Column<RowOf<'skipped'>>[] = [
  { title: t('Domain'), main: true, cell: ({ domain }) => domain },
  { title: t('Why'), cell: ({ reason }) => reason },
]

const ERRORS: readonly Column<RowOf<'errors'>>[] = [
  { title: t('Row'), main: true, cell: ({ text }) => <code class="import-text">{text}</code> },
  { title: t('Line'), numeric: true, cell: ({ line }) => formatNumber(line) },
  { title: t('Why'), cell: ({ error }) => error },
]

interface RowsProps<T> {
  title: string
  rows: readonly T[]
  columns: readonly Column<T>[]
}

/** The first rows of many; a button brings the others. */
function Rows<T>({ title, rows, columns }: RowsProps<T>) {
  const [isWhole, showWhole] = useState(false)
  if (rows.length === 0) return null
  // a file may name a domain twice
  const keys = new Map(rows.map((row, index) => [row, String(index)]))
  const shown = isWhole ? rows : rows.slice(0, FIRST)
  return (
    <Card title={`${title} (${formatNumber(rows.length)})`}>
      <Table caption={title} rows={shown} columns={columns} keyOf={(row) => keys.get(row) ?? ''} />
      {shown.length < rows.length && (
        <Button onClick={() => showWhole(true)}>
          {t('Show all {rows}', { rows: formatNumber(rows.length) })}
        </Button>
      )}
    </Card>
  )
}
