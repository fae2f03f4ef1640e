import type { Account, Relationship } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import {
  AtSign,
  Ban,
  ExternalLink,
  Globe,
  Layers,
  Link,
  ListPlus,
  Mail,
  Newspaper,
  QrCode,
  Search,
  Shield,
  Star,
  VolumeX,
} from '../../shared/icons.tsx'
import { may, viewer } from '../../shared/session.ts'
import { openComposer } from '../compose/open-composer.ts'
import type { MenuEntry, MenuItem } from '../layers/menu.tsx'
import { copy } from '../people/copy-text.ts'
import { domainOf } from '../people/domain.ts'
import { openAddToCollections, openAddToLists } from '../people/open-dialogs.ts'
import { profilePath } from '../state/accounts.ts'
import { openQrCode } from './open-dialogs.ts'
import { safetyItems } from './safety-menu.ts'

/** All that can be done about somebody. */
export function menuOf(account: Account, relationship: Relationship | null): MenuEntry[] {
  return inGroups(groupsOf(account, relationship))
}

/** Groups with lines between them; empty ones are left out. */
export function inGroups(groups: readonly (readonly MenuItem[])[]): MenuEntry[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap<MenuEntry>((group, at) => (at === 0 ? group : [null, ...group]))
}

function groupsOf(account: Account, relationship: Relationship | null): MenuItem[][] {
  const isOwn = viewer?.account_id === account.id
  const common = [wayItems(account), staffItems(account)]
  if (viewer === null) return common
  if (isOwn) return [ownItems(), ...common]
  return [
    contactItems(account, relationship),
    keepItems(account, relationship),
    ...common,
    relationship === null ? [] : safetyItems(account, relationship),
  ]
}

function contactItems(account: Account, relationship: Relationship | null): MenuItem[] {
  const { acct } = account
  if (relationship?.blocking || relationship?.blocked_by) return []
  return [
    { label: t('Mention'), icon: AtSign, run: () => openComposer({ text: `@${acct} ` }) },
    {
      label: t('Mention privately'),
      icon: Mail,
      run: () => openComposer({ text: `@${acct} `, visibility: 'direct' }),
    },
  ]
}

function keepItems(account: Account, relationship: Relationship | null): MenuItem[] {
  const items: MenuItem[] = []
  if (relationship?.following || relationship?.requested) {
    items.push({
      label: t('Add to lists…'),
      icon: ListPlus,
      run: () => openAddToLists(account),
    })
  }
  const right = account.feature_approval.current_user
  if (right === 'automatic' || right === 'manual') {
    items.push({
      label: t('Add to collections…'),
      icon: Layers,
      run: () => openAddToCollections(account),
    })
  }
  return items
}

function ownItems(): MenuItem[] {
  return [
    { label: t('Lists'), icon: ListPlus, href: '/lists' },
    { label: t('Collections'), icon: Layers, href: '/collections' },
    { label: t('Featured hashtags'), icon: Star, href: '/profile/edit' },
    { label: t('Muted people'), icon: VolumeX, href: '/mutes' },
    { label: t('Blocked people'), icon: Ban, href: '/blocks' },
    { label: t('Blocked servers'), icon: Globe, href: '/domain_blocks' },
  ]
}

function wayItems(account: Account): MenuItem[] {
  const { acct, url } = account
  const domain = domainOf(account)
  const address = url ?? `${location.origin}${profilePath(account)}`
  const items: MenuItem[] = [
    {
      label: t('Search in these posts'),
      icon: Search,
      href: `/search?q=${encodeURIComponent(`from:${acct} `)}`,
    },
    {
      label: t('Copy the address'),
      icon: Link,
      run: () => void copy(address, t('The address is copied')),
    },
    { label: t('QR code'), icon: QrCode, run: () => openQrCode(account, address) },
  ]
  if (domain === null) {
    items.push({ label: t('RSS feed'), icon: Newspaper, href: `/@${acct}.rss`, outside: true })
  } else if (url !== null) {
    const label = t('Open at {domain}', { domain })
    items.push({ label, icon: ExternalLink, href: url, outside: true })
  }
  return items
}

function staffItems({ id }: Account): MenuItem[] {
  if (!may('manageUsers', 'manageReports')) return []
  return [{ label: t('Open in the administration'), icon: Shield, href: `/admin/accounts/${id}` }]
}
