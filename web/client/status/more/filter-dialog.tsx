import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { Filter, Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { refreshStatus } from '../actions.ts'
import './more.css'

interface FilterDialogProps {
  status: Status
  close: () => void
}

/** Puts a post into a filter of the person: one that is there, or a new one. */
export function FilterDialog({ status, close }: FilterDialogProps) {
  const filters = useGet<Filter[]>('/api/v2/filters')
  const add = async ({ id }: Filter) => {
    await api.post(`/api/v2/filters/${id}/statuses`, { status_id: status.id })
    await refreshStatus(status.id)
    tell(t('The post is filtered'))
    close()
  }
  return (
    <Dialog title={t('Filter this post')} onClose={close}>
      <p>
        {t('Only you will no longer see it, where the filter applies.')}{' '}
        <a href="/filters">{t('All your filters')}</a>
      </p>
      <Loaded from={filters}>
        {(known) => (
          <>
            {known.length > 0 && (
              <ul class="choose-list" aria-label={t('Your filters')}>
                {known.map((filter) => (
                  <li key={filter.id}>
                    <span dir="auto">{filter.title}</span>
                    <ActionButton
                      small
                      label={t('Add to {title}', { title: filter.title })}
                      run={() => add(filter)}
                    >
                      {t('Add')}
                    </ActionButton>
                  </li>
                ))}
              </ul>
            )}
            <NewFilter add={add} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function NewFilter({ add }: { add: (filter: Filter) => Promise<void> }) {
  const title = useSignal('')
  const create = async () => {
    const context = ['home', 'notifications', 'public', 'thread', 'account']
    const body = { title: title.value, context, filter_action: 'warn' }
    await add(await api.post<Filter>('/api/v2/filters', body))
  }
  return (
    <Form submit={t('Make a filter and add it')} onSubmit={create}>
      <TextField label={t('A new filter')} name="title" value={title} required maxLength={256} />
    </Form>
  )
}
