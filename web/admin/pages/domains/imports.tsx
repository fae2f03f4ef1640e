import { Badge, type Tone } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { BlockImport } from '../../../shared/entities/federation.ts'
import { formatNumber } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'

export const IMPORTS = '/api/rookery/v1/admin/domain_block_imports'

const STATES: Readonly<Record<BlockImport['state'], readonly [Tone, string]>> = {
  dry_run: ['warning', t('Not applied')],
  applied: ['success', t('Applied')],
  retracted: ['info', t('Taken back')],
}

export function ImportState({ of }: { of: BlockImport['state'] }) {
  const [tone, title] = STATES[of]
  return <Badge tone={tone}>{title}</Badge>
}

export function Imports() {
  const list = useList<BlockImport>(IMPORTS)
  return (
    <ListTable
      list={list}
      caption={t('Imports')}
      keyOf={({ id }) => id}
      empty={t('Nothing was imported yet.')}
      columns={[
        {
          title: t('Name'),
          main: true,
          cell: ({ id, name }) => (
            <a href={`/admin/domains/imports/${id}`}>
              <strong>{name}</strong>
            </a>
          ),
        },
        {
          title: t('From'),
          cell: ({ source }) => (source === 'file' ? t('A file') : t('A block list')),
        },
        { title: t('Rows'), numeric: true, cell: ({ total }) => formatNumber(total) },
        { title: t('State'), cell: ({ state }) => <ImportState of={state} /> },
        { title: t('When'), cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  )
}
