import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { api, type Page } from '../../shared/api.ts'
import { asApiError } from '../../shared/api-error.ts'
import { Button } from '../../shared/components/button.tsx'
import { ErrorNotice, Loading } from '../../shared/components/notice.tsx'
import { displayName } from '../../shared/components/person.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { rich } from '../../shared/rich.ts'
import type { Group } from '../notifications/groups.ts'
import { Avatar } from '../people/account-name.tsx'
import { AccountRow } from '../people/account-row.tsx'
import { FollowButton } from '../people/follow-button.tsx'
import { keepAccount, profilePath } from '../state/accounts.ts'

interface FacesProps {
  accounts: readonly Account[]
  /** says what each of them did, where not all did the same */
  deedOf?: (account: Account) => { label: string; signs: ComponentChildren }
}

/** Pictures of those who did it, leading to their profiles. */
export function Faces({ accounts, deedOf }: FacesProps) {
  return (
    <div class="faces">
      {accounts.map((account) => {
        const deed = deedOf?.(account)
        return (
          <a
            key={account.id}
            class="face"
            href={profilePath(account)}
            aria-label={deed?.label ?? (account.display_name || account.username)}
            title={`@${account.acct}`}
          >
            <Avatar account={account} size={32} />
            {deed?.signs}
          </a>
        )
      })}
    </div>
  )
}

export function Name({ account }: { account: Account }) {
  return (
    <a class="who-name" href={profilePath(account)} dir="auto">
      <bdi>{displayName(account)}</bdi>
    </a>
  )
}

/** "Ada and 12 others": short, as their faces stand beside it. @param others what stands for those who are not named */
function who(
  { accounts, count }: Pick<Group, 'accounts' | 'count'>,
  others: (text: string) => ComponentChildren,
): ComponentChildren {
  const [first, second] = accounts
  if (first === undefined) return t('Somebody')
  const one = <Name account={first} />
  if (second === undefined || count < 2) return one
  const two =
    count === 2 ? <Name account={second} /> : others(plural(count - 1, '{n} other', '{n} others'))
  return rich('{one} and {two}', { one, two })
}

/** The same, with a button for the others. @param isOpen whether they are shown */
export const named = (group: Pick<Group, 'accounts' | 'count'>, isOpen: Signal<boolean>) =>
  who(group, (text) => (
    <button
      type="button"
      class="link-button"
      aria-expanded={isOpen.value}
      onClick={() => {
        isOpen.value = !isOpen.value
      }}
    >
      {text}
    </button>
  ))

/** accounts that a page of the API holds */
const PAGE = 40

/** All of those who are in a group, a page at a time. */
export function Everybody({ group }: { group: Group }) {
  const pages = useSignal<readonly Page<Account>[]>([])
  const state = useSignal<'new' | 'busy' | 'ready'>('new')
  const error = useSignal<unknown>(null)
  const read = async () => {
    state.value = 'busy'
    error.value = null
    const path = `/api/v2/notifications/${encodeURIComponent(group.key)}/accounts`
    const cursor = pages.value.at(-1)?.next ?? {}
    try {
      pages.value = [...pages.value, await api.page<Account>(path, cursor)]
    } catch (problem) {
      error.value = problem
    }
    state.value = 'ready'
  }
  if (state.value === 'new') void read()
  const last = pages.value.at(-1)
  // the API names a next page also behind the last one
  const hasMore = last !== undefined && last.next !== null && last.items.length >= PAGE
  return (
    <div class="everybody">
      <People accounts={pages.value.flatMap(({ items }) => items)} />
      {state.value === 'busy' && <Loading />}
      {error.value !== null && (
        <ErrorNotice error={asApiError(error.value)} retry={() => void read()} />
      )}
      {hasMore && state.value === 'ready' && error.value === null && (
        <Button small onClick={() => void read()}>
          {t('Show more people')}
        </Button>
      )}
    </div>
  )
}

export function People({ accounts }: { accounts: readonly Account[] }) {
  return (
    <ul aria-label={t('Everybody')}>
      {accounts.map((account) => (
        <li key={account.id}>
          <AccountRow account={keepAccount(account)} actions={<FollowButton account={account} />} />
        </li>
      ))}
    </ul>
  )
}
