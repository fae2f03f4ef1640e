import { api } from '../../../shared/api.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { List } from '../../../shared/components/list.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { HeldItem } from '../../../shared/entities/automod.ts'
import { type PagedList, useList } from '../../../shared/resource.ts'
import { refreshOverview } from '../../overview.ts'
import { HeldCard } from './held-card.tsx'
import './held.css'

export type Verdict = 'approve' | 'reject'

const API = '/api/rookery/v1/admin'

/** What waits for a look because a rule says so. */
export function Page() {
  const list = useList<HeldItem>(`${API}/held_items`)
  return (
    <>
      <PageHead
        title="Held items"
        lead="Posts and sign-ups that an automatic rule held back. Nobody else sees them until you let them through."
      />
      <List
        list={list}
        label="Held items"
        empty="Nothing waits for a look."
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
    tell(verdict === 'approve' ? 'Let through' : 'Deleted')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    tell('Somebody else decided about it, or it is gone')
  }
  void refreshOverview()
  if (next === undefined) return list.reload()
  document.getElementById(`held-${next.id}`)?.focus()
  list.replace(({ id }) => id === item.id, null)
}
