import { List } from '../../../shared/components/list.tsx'
import type { Strike } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { StrikeLine } from '../../parts/strikes.tsx'

export function AccountDecisions({ id }: { id: string }) {
  const list = useList<Strike>('/api/rookery/v1/admin/strikes', { account_id: id })
  return (
    <List
      list={list}
      label={t('Decisions')}
      empty={t('Nothing was ever decided about them.')}
      keyOf={(strike) => strike.id}
    >
      {(strike) => <StrikeLine strike={strike} />}
    </List>
  )
}
