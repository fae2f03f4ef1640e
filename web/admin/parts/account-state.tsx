import { Badge } from '../../shared/components/notice.tsx'
import type { AdminAccount } from '../../shared/entities/admin.ts'
import { t } from '../../shared/i18n.ts'

/** Badges for an account's unusual states. */
export function AccountState({ of: account }: { of: AdminAccount }) {
  if (isOrdinary(account)) return null
  return (
    <span class="badges">
      {account.suspended && <Badge tone="danger">{t('Suspended')}</Badge>}
      {account.silenced && <Badge tone="warning">{t('Limited')}</Badge>}
      {account.sensitized && <Badge tone="warning">{t('Always sensitive')}</Badge>}
      {account.disabled === true && <Badge tone="danger">{t('Frozen')}</Badge>}
      {account.approved === false && <Badge tone="info">{t('Asks to join')}</Badge>}
      {account.confirmed === false && <Badge>{t('E-mail not confirmed')}</Badge>}
      {account.role !== null && account.role.name !== '' && (
        <Badge tone="info">{account.role.name}</Badge>
      )}
      {account.account.bot && <Badge>{t('Bot')}</Badge>}
    </span>
  )
}

function isOrdinary(account: AdminAccount): boolean {
  const { suspended, silenced, sensitized, disabled, approved, confirmed, role } = account
  const limited = suspended || silenced || sensitized || disabled === true
  const isNew = approved === false || confirmed === false
  return !limited && !isNew && !role?.name && !account.account.bot
}
