import type { Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import {
  Ban,
  Bell,
  BellOff,
  Code,
  Copy,
  ExternalLink,
  Filter,
  Flag,
  Globe,
  Languages,
  Pencil,
  Pin,
  Quote,
  RotateCcw,
  Shield,
  SmilePlus,
  Trash2,
  Users,
  VolumeX,
  X,
} from '../../../shared/icons.tsx'
import { may, viewer } from '../../../shared/session.ts'
import { type MenuEntry, openMenu } from '../../layers/menu.tsx'
import { openBlock, openDomainBlock, openMute, openReport } from '../../people/open-dialogs.ts'
import { statusPath } from '../../state/accounts.ts'
import { muteConversation, pin } from '../actions.ts'
import { toggleReaction } from '../reactions.tsx'
import { copyAddress } from '../share.ts'
import { isTranslatable, translate } from '../translation.tsx'
import { edit } from './edit-status.ts'
import {
  askToDelete,
  askToRevoke,
  openEmbed,
  openFilter,
  openPolicy,
  openReactionPicker,
  openWhoReacted,
} from './open-dialogs.tsx'

type Entries = readonly (MenuEntry | false)[]

/** The menu of a status, by who looks at it. */
export function showMore(button: Element, status: Status): void {
  const isOwn = viewer !== null && status.account.id === viewer.account_id
  openMenu(button, t('More about this post'), [
    ...about(status),
    ...(viewer === null ? [] : personal(status, isOwn)),
    ...(isOwn ? own(status) : []),
    ...(viewer === null || isOwn ? [] : against(status)),
    ...staff(status),
  ])
}

const isOpenToAll = ({ visibility }: Status) => visibility === 'public' || visibility === 'unlisted'

function about(status: Status): Entries {
  const path = statusPath(status)
  const isRemote = status.account.acct.includes('@')
  return [
    isRemote && {
      label: t('Open the original page'),
      icon: ExternalLink,
      href: status.url ?? status.uri,
      outside: true,
    },
    { label: t('Copy the link'), icon: Copy, run: () => copyAddress(status) },
    isOpenToAll(status) &&
      !isRemote && { label: t('Embed'), icon: Code, run: () => openEmbed(status) },
    {
      label: t('Favourites, boosts and quotes'),
      icon: Users,
      href: `${path}/favourites`,
    },
    status.emoji_reactions.length > 0 && {
      label: t('Who reacted'),
      icon: Users,
      run: () => openWhoReacted(status),
    },
  ]
}

function personal(status: Status, isOwn: boolean): Entries {
  const quoted = status.quote?.quoted_status
  const quotesMe = status.quote?.state === 'accepted' && quoted?.account.id === viewer?.account_id
  return [
    null,
    {
      label: t('React with an emoji'),
      icon: SmilePlus,
      run: () => openReactionPicker((chosen) => void toggleReaction(status, chosen)),
    },
    isTranslatable(status) && {
      label: t('Translate'),
      icon: Languages,
      run: () => translate(status),
    },
    {
      label: status.muted ? t('Unmute this conversation') : t('Mute this conversation'),
      icon: status.muted ? Bell : BellOff,
      run: () => muteConversation(status),
    },
    !isOwn && { label: t('Filter…'), icon: Filter, run: () => openFilter(status) },
    quotesMe &&
      quoted != null &&
      !isOwn && {
        label: t('Remove my post from here'),
        icon: X,
        danger: true,
        run: () => askToRevoke(status, quoted),
      },
  ]
}

function own(status: Status): Entries {
  return [
    null,
    status.pinned !== undefined && {
      label: status.pinned ? t('Unpin from your profile') : t('Pin to your profile'),
      icon: Pin,
      run: () => pin(status),
    },
    isOpenToAll(status) && {
      label: t('Who may quote'),
      icon: Quote,
      run: () => openPolicy(status),
    },
    { label: t('Edit'), icon: Pencil, run: () => edit(status) },
    {
      label: t('Delete and write anew'),
      icon: RotateCcw,
      danger: true,
      run: () => askToDelete(status, { anew: true }),
    },
    { label: t('Delete'), icon: Trash2, danger: true, run: () => askToDelete(status) },
  ]
}

function against(status: Status): Entries {
  const { account } = status
  const name = `@${account.username}`
  const domain = account.acct.split('@')[1]
  return [
    null,
    { label: t('Mute {name}', { name }), icon: VolumeX, run: () => openMute(account) },
    { label: t('Block {name}', { name }), icon: Ban, danger: true, run: () => openBlock(account) },
    {
      label: t('Report {name}', { name }),
      icon: Flag,
      danger: true,
      run: () => openReport({ account, statuses: [status] }),
    },
    domain !== undefined && {
      label: t('Block all of {domain}', { domain }),
      icon: Globe,
      danger: true,
      run: () => openDomainBlock(account),
    },
  ]
}

function staff({ account }: Status): Entries {
  if (!may('manageUsers', 'manageReports')) return []
  return [
    null,
    {
      label: t('Moderate {name}', { name: `@${account.username}` }),
      icon: Shield,
      href: `/admin/accounts/${account.id}`,
    },
  ]
}
