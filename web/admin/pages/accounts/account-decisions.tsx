import { List } from '../../../shared/components/list.tsx'
import type { Strike } from '../../../shared/entities/admin.ts'
import { useList } from '../../../shared/resource.ts'
import { StrikeLine } from '../../parts/strikes.tsx'

export function AccountDecisions({ id }: { id: string }) {
  const list = useList<Strike>('/api/rookery/v1/admin/strikes', { account_id: id })
  return (
    <List
      list={list}
      label="Decisions"
      empty="Nothing was ever decided about them."
      keyOf={(strike) => strike.id}
    >
      {(strike) => <StrikeLine strike={strike} />}
    </List>
  )
}
