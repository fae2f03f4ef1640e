import { t } from '../../shared/i18n.ts'
import {
  Ban,
  BellOff,
  BookOpen,
  Calendar,
  CircleHelp,
  FileText,
  Filter,
  Flag,
  Inbox,
  Keyboard,
  Layers,
  Lock,
  Pencil,
  Settings,
  Shield,
  SlidersHorizontal,
  User,
  UserCog,
  UserPlus,
  Users,
  VolumeX,
} from '../../shared/icons.tsx'
import { may, viewer } from '../../shared/session.ts'
import { instance } from '../state/server.ts'
import { pendingFollowRequests } from './counts.ts'
import { mainWays, type Way } from './ways.ts'

export interface Group {
  title: string
  ways: Way[]
}

/** Every place there is, in groups: from here nothing is out of reach. */
export const everyWay = (): Group[] =>
  viewer === null
    ? [{ title: t('Read'), ways: mainWays() }, aboutGroup()]
    : [
        { title: t('Read'), ways: mainWays().filter(({ href }) => href !== '/preferences') },
        { title: t('Write'), ways: writingWays() },
        { title: t('People'), ways: peopleWays() },
        { title: t('Settings'), ways: settingsWays() },
        aboutGroup(),
      ]

const writingWays = (): Way[] => [
  { href: '/publish', title: t('Write a post'), icon: Pencil },
  { href: '/drafts', title: t('Drafts'), icon: FileText },
  { href: '/scheduled', title: t('Scheduled posts'), icon: Calendar },
  { href: '/collections', title: t('Collections'), icon: Layers, below: true },
]

function peopleWays(): Way[] {
  const ways: Way[] = [
    { href: '/directory', title: t('People here'), icon: Users },
    {
      href: '/follow_requests',
      title: t('Follow requests'),
      icon: UserPlus,
      count: pendingFollowRequests,
    },
    { href: '/notifications/requests', title: t('Filtered notifications'), icon: Inbox },
    { href: '/mutes', title: t('Muted people'), icon: VolumeX },
    { href: '/blocks', title: t('Blocked people'), icon: Ban },
    { href: '/domain_blocks', title: t('Blocked servers'), icon: Shield },
  ]
  if (may('inviteUsers')) ways.push({ href: '/invites', title: t('Invitations'), icon: UserPlus })
  return ways
}

const settingsWays = (): Way[] => [
  { href: '/profile/edit', title: t('Edit your profile'), icon: User },
  { href: '/preferences', title: t('Preferences'), icon: SlidersHorizontal },
  { href: '/notifications/settings', title: t('Notification settings'), icon: BellOff },
  { href: '/filters', title: t('Filters'), icon: Filter },
  { href: '/settings', title: t('Account and security'), icon: UserCog },
]

function aboutGroup(): Group {
  const ways: Way[] = [
    { href: '/about', title: t('About this server'), icon: CircleHelp },
    { href: '/privacy-policy', title: t('Privacy policy'), icon: Lock },
    { href: '/keyboard', title: t('Keyboard shortcuts'), icon: Keyboard },
    { href: '/developers', title: t('For developers'), icon: BookOpen },
  ]
  if (instance.value?.configuration.urls.terms_of_service != null) {
    ways.splice(2, 0, { href: '/terms-of-service', title: t('Terms of service'), icon: Flag })
  }
  if (isStaff()) ways.push({ href: '/admin', title: t('Administration'), icon: Settings })
  return { title: t('This server'), ways }
}

/** Whether the person has anything to do in the administration. */
export const isStaff = (): boolean =>
  may(
    'administrator',
    'devops',
    'viewAuditLog',
    'viewDashboard',
    'manageReports',
    'manageFederation',
    'manageSettings',
    'manageBlocks',
    'manageTaxonomies',
    'manageAppeals',
    'manageUsers',
    'manageInvites',
    'manageRules',
    'manageAnnouncements',
    'manageCustomEmojis',
    'manageWebhooks',
    'manageRoles',
  )
