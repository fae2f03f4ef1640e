import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { Ban, BellOff, Flag, Globe, UserMinus, Volume2, VolumeX } from '../../shared/icons.tsx'
import type { MenuItem } from '../layers/menu.tsx'
import { domainOf } from '../people/domain.ts'
import { openBlock, openDomainBlock, openMute, openReport } from '../people/open-dialogs.ts'
import { act } from '../people/relationships.ts'
import { removeFollower } from './remove-follower.ts'
import { unblockDomain } from './unblock-domain.ts'

/** Menu items to mute, block or report an account, and to undo that. */
export function safetyItems(account: Account, relationship: Relationship): MenuItem[] {
  const report = () => openReport({ account })
  return [
    ...followerItems(account, relationship),
    ...muteItems(account, relationship),
    blockItem(account, relationship),
    ...domainItems(account, relationship),
    { label: t('Report @{acct}…', { acct: account.acct }), icon: Flag, danger: true, run: report },
  ]
}

function followerItems(account: Account, { followed_by }: Relationship): MenuItem[] {
  if (!followed_by) return []
  const run = () => void removeFollower(account)
  return [{ label: t('Remove from your followers'), icon: UserMinus, danger: true, run }]
}

function muteItems(account: Account, { muting }: Relationship): MenuItem[] {
  const { id, acct } = account
  const mute = () => openMute(account)
  if (!muting)
    return [{ label: t('Mute @{acct}…', { acct }), icon: VolumeX, danger: true, run: mute }]
  const unmute = () => void act(id, { verb: 'unmute', expected: { muting: false } })
  return [
    { label: t('Unmute @{acct}', { acct }), icon: Volume2, run: unmute },
    { label: t('Change the mute…'), icon: BellOff, run: mute },
  ]
}

function blockItem(account: Account, { blocking }: Relationship): MenuItem {
  const { id, acct } = account
  if (!blocking) {
    const run = () => openBlock(account)
    return { label: t('Block @{acct}…', { acct }), icon: Ban, danger: true, run }
  }
  const run = () => void act(id, { verb: 'unblock', expected: { blocking: false } })
  return { label: t('Unblock @{acct}', { acct }), icon: Ban, run }
}

function domainItems(account: Account, { domain_blocking }: Relationship): MenuItem[] {
  const domain = domainOf(account)
  if (domain === null) return []
  if (domain_blocking) {
    const run = () => void unblockDomain(account, domain)
    return [{ label: t('Unblock {domain}', { domain }), icon: Globe, run }]
  }
  const run = () => openDomainBlock(account)
  return [{ label: t('Block {domain}…', { domain }), icon: Globe, danger: true, run }]
}
