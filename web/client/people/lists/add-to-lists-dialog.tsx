import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { tellError } from '../../../shared/components/toast.tsx'
import type { Account, List } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { useCached } from '../read-cache.ts'
import { Toggles } from '../toggles.tsx'
import { createList, ownLists, TITLE_LIMIT } from './lists.ts'

interface AddToListsDialogProps {
  account: Account
  onClose: () => void
}

/** Which of the person's lists somebody is in: each press counts at once. */
export function AddToListsDialog({ account, onClose }: AddToListsDialogProps) {
  const lists = useCached(ownLists())
  const title = useSignal('')
  const within = useGet<List[]>(`/api/v1/accounts/${account.id}/lists`)
  const toggle = async (id: string, isIn: boolean) => {
    const before = within.data ?? []
    const path = `/api/v1/lists/${id}/accounts`
    const body = { account_ids: [account.id] }
    const list = lists?.find((one) => one.id === id)
    if (list === undefined) return
    within.set(isIn ? [...before, list] : before.filter((one) => one.id !== id))
    try {
      await (isIn ? api.post(path, body) : api.delete(path, body))
    } catch (problem) {
      within.set(before)
      tellError(problem)
    }
  }
  const create = async () => {
    const list = await createList(title.value)
    title.value = ''
    await api.post(`/api/v1/lists/${list.id}/accounts`, { account_ids: [account.id] })
    within.set([...(within.data ?? []), list])
  }
  return (
    <Dialog title={t('Lists with @{acct}', { acct: account.acct })} onClose={onClose}>
      <Loaded from={within}>
        {(chosen) => (
          <Toggles
            legend={t('Lists')}
            options={(lists ?? []).map((list) => ({ id: list.id, title: list.title }))}
            chosen={new Set(chosen.map(({ id }) => id))}
            empty={t('You have no lists yet. Make your first one here.')}
            onToggle={(id, isIn) => void toggle(id, isIn)}
          />
        )}
      </Loaded>
      <Form inline submit={t('Create')} disabled={title.value.trim() === ''} onSubmit={create}>
        <TextField label={t('New list')} name="title" value={title} maxLength={TITLE_LIMIT} />
      </Form>
      <div class="buttons end">
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </Dialog>
  )
}
