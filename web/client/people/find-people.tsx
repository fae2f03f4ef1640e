import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import { TextField } from '../../shared/components/fields.tsx'
import { ErrorNotice } from '../../shared/components/notice.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { useResource } from '../../shared/use-resource.ts'
import { AccountRow } from './account-row.tsx'

interface FindPeopleProps {
  label: string
  /** what can be done with somebody who was found */
  actions: (account: Account) => ComponentChildren
}

/** ms without typing after which it is searched */
const PAUSE = 300

/** Finds people by name while one types, also on other servers by their whole handle. */
export function FindPeople({ label, actions }: FindPeopleProps) {
  const text = useSignal('')
  const asked = useSignal('')
  const typed = text.value.trim().replace(/^@/, '')
  useEffect(() => {
    const timer = setTimeout(() => {
      asked.value = typed
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [typed, asked])
  const q = asked.value
  const key = q === '' ? null : `people ${q}`
  const { data, error, reload } = useResource(key, () =>
    api.get<Account[]>('/api/v1/accounts/search', {
      q,
      resolve: q.includes('@'),
      limit: 10,
    }),
  )
  return (
    <div class="find-people">
      <TextField label={label} type="search" value={text} placeholder={t('Name or @handle')} />
      {error !== null && <ErrorNotice error={error} retry={() => void reload()} />}
      <p class="visually-hidden" role="status">
        {q !== '' && data !== null && plural(data.length, '{n} person found', '{n} people found')}
      </p>
      {q !== '' && data !== null && <Found people={data} actions={actions} />}
    </div>
  )
}

interface FoundProps extends Pick<FindPeopleProps, 'actions'> {
  people: readonly Account[]
}

function Found({ people, actions }: FoundProps) {
  if (people.length === 0) {
    return (
      <p class="empty">
        {t('Nobody was found. Somebody on another server is found by their whole handle.')}
      </p>
    )
  }
  return (
    <ul class="account-rows">
      {people.map((account) => (
        <li key={account.id}>
          <AccountRow account={account} actions={actions(account)} />
        </li>
      ))}
    </ul>
  )
}
