import { useSignal } from '@preact/signals'
import { Button } from '../../../../shared/components/button.tsx'
import { tellError } from '../../../../shared/components/toast.tsx'
import type { AdminAccount } from '../../../../shared/entities/admin.ts'
import { formatNumber, t } from '../../../../shared/i18n.ts'
import type { Query } from '../../../../shared/query.ts'
import type { PagedList } from '../../../../shared/use-resource.ts'
import { Bulk } from '../../../parts/bulk.tsx'
import { ChooseAll } from '../../../parts/choose-all.tsx'
import type { Chosen } from '../../../parts/choose-box.tsx'
import { BatchDialog, type Crowd } from './batch-dialog.tsx'
import { type Candidates, findCandidates } from './start.ts'

interface BatchBarProps {
  list: PagedList<AdminAccount>
  chosen: Chosen
  /** the filter of the list */
  asked: Query
}

/** Chooses accounts of a list, or all that match its filter, to act upon them together. */
export function BatchBar({ list, chosen, asked }: BatchBarProps) {
  const candidates = useSignal<Candidates | null>(null)
  const isOpen = useSignal(false)
  const goesOn = list.data !== null && (list.data.next !== null || list.data.previous !== null)
  const all = hasOthers(list.items, chosen) ? candidates.value : null
  const choose = async () => {
    try {
      const found = await findCandidates(asked)
      candidates.value = found
      chosen.set(found.ids)
    } catch (error) {
      tellError(error)
    }
  }
  const local = list.items.filter(({ domain }) => domain === null)
  const chosenHere = local.filter(({ id }) => chosen.has(id)).length
  const crowd: Crowd = {
    ids: chosen.ids,
    // of other pages none can be taken back one by one
    local: all === null ? chosenHere : all.local - (local.length - chosenHere),
  }
  return (
    <Bulk chosen={chosen}>
      <div class="buttons">
        <ChooseAll
          chosen={chosen}
          entries={list.items}
          more={goesOn ? { title: t('Choose all on all pages'), choose } : undefined}
        />
        {all !== null && !all.complete && (
          <span class="muted small">
            {t('These are the newest {many}. The others can be done afterwards.', {
              many: formatNumber(all.ids.length),
            })}
          </span>
        )}
      </div>
      <Button
        small
        disabled={chosen.ids.length === 0}
        onClick={() => {
          isOpen.value = true
        }}
      >
        {t('Act on them…')}
      </Button>
      {isOpen.value && (
        <BatchDialog
          crowd={crowd}
          state={typeof asked.status === 'string' ? asked.status : undefined}
          first={list.items.find(({ id, domain }) => domain === null && chosen.has(id))}
          onClose={() => {
            isOpen.value = false
          }}
        />
      )}
    </Bulk>
  )
}

/** Whether accounts of other pages are chosen, too. */
function hasOthers(here: readonly AdminAccount[], chosen: Chosen): boolean {
  return chosen.ids.some((id) => here.every((account) => account.id !== id))
}
