import { Badge } from '../../shared/components/notice.tsx'
import type { AdminAccount } from '../../shared/entities/admin.ts'

/** What is out of the ordinary about an account, in a word each. */
export function AccountState({ of: account }: { of: AdminAccount }) {
  if (isOrdinary(account)) return null
  return (
    <span class="badges">
      {account.suspended && <Badge tone="danger">Suspended</Badge>}
      {account.silenced && <Badge tone="warning">Limited</Badge>}
      {account.sensitized && <Badge tone="warning">Always sensitive</Badge>}
      {account.disabled === true && <Badge tone="danger">Frozen</Badge>}
      {account.approved === false && <Badge tone="info">Asks to join</Badge>}
      {account.confirmed === false && <Badge>E-mail not confirmed</Badge>}
      {account.role !== null && account.role.name !== '' && (
        <Badge tone="info">{account.role.name}</Badge>
      )}
      {account.account.bot && <Badge>Bot</Badge>}
    </span>
  )
}

function isOrdinary(account: AdminAccount): boolean {
  const { suspended, silenced, sensitized, disabled, approved, confirmed, role } = account
  const limited = suspended || silenced || sensitized || disabled === true
  const isNew = approved === false || confirmed === false
  return !limited && !isNew && !role?.name && !account.account.bot
}
