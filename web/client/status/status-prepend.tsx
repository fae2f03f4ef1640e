import { displayName } from '../../shared/components/person.tsx'
import type { Account, Status } from '../../shared/entities/api.ts'
import { Icon, Repeat2 } from '../../shared/icons.tsx'
import { rich } from '../../shared/rich.ts'
import { profilePath } from '../state/accounts.ts'

interface StatusPrependProps {
  /** the entry of the list: a boost, or the status itself */
  own: Status
  status: Status
}

/** Why a status stands there: who boosted it. */
export function StatusPrepend({ own, status }: StatusPrependProps) {
  if (own.id === status.id) return null
  return (
    <p class="status-above">
      <Icon of={Repeat2} size={15} />
      <span>{rich('{name} boosted', { name: <PersonLink account={own.account} /> })}</span>
    </p>
  )
}

export function PersonLink({ account }: { account: Account }) {
  return (
    <a href={profilePath(account)}>
      <bdi>{displayName(account)}</bdi>
    </a>
  )
}
