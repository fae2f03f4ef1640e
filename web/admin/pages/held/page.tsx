import { api } from '../../../shared/api.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { HeldItem } from '../../../shared/entities/automod.ts'
import { t } from '../../../shared/i18n.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import { refreshOverview } from '../../overview.ts'
import { HeldCard, type Verdict } from './held-card.tsx'
import './held.css'

const API = '/api/rookery/v1/admin'

/** Items that an automod rule held for review. */
export function Page() {
  const list = useList<HeldItem>(`${API}/held_items`)
  return (
    <>
      <PageHead
        title={t('Held items')}
        lead={t(
          'Posts and sign-ups that an automatic rule held back. Nobody else sees them until you let them through.',
        )}
      />
      <List
        list={list}
        label={t('Held items')}
        empty={t('Nothing waits for a look.')}
        keyOf={({ id }) => id}
        bare
      >
        {(item) => <HeldCard item={item} decide={(verdict) => decide(list, item, verdict)} />}
      </List>
    </>
  )
}

/** Does it, takes it out of the list, and goes on with what comes after it. */
async function decide(list: PagedList<HeldItem>, item: HeldItem, verdict: Verdict): Promise<void> {
  const at = list.items.findIndex(({ id }) => id === item.id)
  const next = list.items[at + 1] ?? list.items[at - 1]
  try {
    await api.post(`${API}/held_items/${item.id}/${verdict}`)
    tell(verdict === 'approve' ? t('Let through') : t('Deleted'))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    tell(t('Somebody else decided about it, or it is gone'))
  }
  void refreshOverview()
  if (next === undefined) return list.reload()
  document.getElementById(`held-${next.id}`)?.focus()
  list.replace(({ id }) => id === item.id, null)
}
