import { Badge, type Tone } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { BlockImport } from '../../../shared/entities/federation.ts'
import { formatNumber } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'

export const IMPORTS = '/api/rookery/v1/admin/domain_block_imports'

const STATES: Readonly<Record<BlockImport['state'], readonly [Tone, string]>> = {
  dry_run: ['warning', 'Not applied'],
  applied: ['success', 'Applied'],
  retracted: ['info', 'Taken back'],
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
      caption="Imports"
      keyOf={({ id }) => id}
      empty="Nothing was imported yet."
      columns={[
        {
          title: 'Name',
          main: true,
          cell: ({ id, name }) => (
            <a href={`/admin/domains/imports/${id}`}>
              <strong>{name}</strong>
            </a>
          ),
        },
        {
          title: 'From',
          cell: ({ source }) => (source === 'file' ? 'A file' : 'A block list'),
        },
        { title: 'Rows', numeric: true, cell: ({ total }) => formatNumber(total) },
        { title: 'State', cell: ({ state }) => <ImportState of={state} /> },
        { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
    />
  )
}
