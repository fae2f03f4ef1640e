import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Person } from '../../../shared/components/person.tsx'
import type { Account } from '../../../shared/entities/account.ts'
import { t } from '../../../shared/i18n.ts'

const MOST_FOUND = 5

interface AddPersonProps {
  /** handles that are in the list already */
  known: readonly string[]
  add: (acct: string) => Promise<void>
}

/** Looks for people here and elsewhere, to suggest them. */
export function AddPerson({ known, add }: AddPersonProps) {
  const query = useSignal('')
  const found = useSignal<readonly Account[] | null>(null)
  const search = async () => {
    const asked = { q: query.value.trim(), type: 'accounts', resolve: true, limit: MOST_FOUND }
    const { accounts } = await api.get<{ accounts: Account[] }>('/api/v2/search', asked)
    found.value = accounts
  }
  return (
    <div class="add-person">
      <Form inline submit={t('Search')} disabled={query.value.trim() === ''} onSubmit={search}>
        <TextField
          label={t('Add somebody')}
          type="search"
          placeholder="name@example.org"
          value={query}
        />
      </Form>
      {found.value !== null && (
        <ul class="entries" aria-label={t('Found people')}>
          {found.value.length === 0 && <li>{t('Nobody is called so.')}</li>}
          {found.value.map((account) => (
            <li key={account.id} class="suggested">
              <Person account={account} />
              <ActionButton
                small
                label={t('Suggest @{acct}', { acct: account.acct })}
                disabled={known.includes(account.acct)}
                run={async () => {
                  await add(account.acct)
                  found.value = null
                  query.value = ''
                }}
              >
                {known.includes(account.acct) ? t('Suggested') : t('Suggest')}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
