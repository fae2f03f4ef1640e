import { ask } from '../../../shared/components/dialog.tsx'
import type { Account, Relationship } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { follow } from '../../people/follow-button.tsx'

/** Carries out the intended action on an account. */
export async function followIntent(
  intent: string,
  account: Account,
  relationship: Relationship | null,
): Promise<void> {
  if (intent !== 'follow' || relationship === null) return
  const { following, requested, blocking } = relationship
  if (following || requested || blocking) return
  const isWanted = await ask({
    title: t('Follow @{acct}?', { acct: account.acct }),
    text: t('You came here for this from another page.'),
    confirm: t('Follow'),
  })
  if (isWanted) await follow(account, relationship)
}
