import type { ComponentChildren } from 'preact'
import type { Account } from '../../shared/entities/api.ts'
import { Avatar, NameLink } from './account-name.tsx'

interface AccountRowProps {
  account: Account
  /** stands below the names */
  children?: ComponentChildren
  /** stands at the end: what can be done */
  actions?: ComponentChildren
}

/** Somebody in a list. */
export function AccountRow({ account, children, actions }: AccountRowProps) {
  return (
    <div class="account-row">
      <Avatar account={account} size={44} />
      <div class="account-row-names">
        <NameLink account={account} />
        {children}
      </div>
      {actions && <div class="account-row-actions">{actions}</div>}
    </div>
  )
}
