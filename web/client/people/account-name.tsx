import { displayName } from '../../shared/components/person.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { profilePath } from '../state/accounts.ts'

/** Somebody's picture. It says nothing that the name beside it does not. */
export function Avatar({ account, size = 48 }: { account: Account; size?: number }) {
  return (
    <img
      class={account.group ? 'avatar group' : 'avatar'}
      src={account.avatar_static}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  )
}

/** Somebody's name and handle, leading to the profile. */
export function NameLink({ account }: { account: Account }) {
  return (
    <a class="name-link" href={profilePath(account)}>
      <bdi class="name">{displayName(account)}</bdi>{' '}
      <span class="handle" dir="ltr" title={`@${account.acct}`}>
        @{account.acct}
      </span>
    </a>
  )
}
