import { isStaff } from '../../shared/around.ts'
import { ask } from '../../shared/components/dialog.tsx'
import { displayName } from '../../shared/components/person.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import {
  CircleHelp,
  Keyboard,
  LogOut,
  Plus,
  Settings,
  Shield,
  SlidersHorizontal,
  User,
  UserPlus,
} from '../../shared/icons.tsx'
import { may, viewer } from '../../shared/session.ts'
import { type MenuEntry, openMenu } from '../layers/menu.tsx'
import { Avatar } from '../people/account-name.tsx'
import { readOthers, signOut, switchTo } from './accounts.ts'

/** ms that the menu waits for what it shows, so that it does not jump under the finger */
const WAIT = 400
const ADD = '/auth/sign_in?add=1'

/** Opens the menu of who is signed in beside its button. */
export async function openAccountMenu(button: Element, onClose: () => void): Promise<void> {
  const late = new Promise<Account[]>((resolve) => setTimeout(resolve, WAIT, []))
  // without network it still leads everywhere else
  const others = await Promise.race([readOthers().catch(() => []), late])
  openMenu(button, t('Account'), entries(others), onClose)
}

const entries = (others: readonly Account[]): (MenuEntry | false)[] => [
  ...others.map(switchEntry),
  { label: t('Add an account'), icon: Plus, href: ADD },
  null,
  { label: t('Profile'), icon: User, href: `/@${viewer?.username}` },
  { label: t('Preferences'), icon: SlidersHorizontal, href: '/preferences' },
  { label: t('Settings'), icon: Settings, href: '/settings' },
  may('inviteUsers') && { label: t('Invitations'), icon: UserPlus, href: '/invites' },
  isStaff() && { label: t('Administration'), icon: Shield, href: '/admin' },
  null,
  { label: t('Keyboard shortcuts'), icon: Keyboard, href: '/keyboard' },
  { label: t('About this server'), icon: CircleHelp, href: '/about' },
  null,
  { label: t('Sign out'), icon: LogOut, run: () => signOut() },
  others.length > 0 && { label: t('Sign out of all accounts'), icon: LogOut, run: signOutOfAll },
]

function switchEntry(account: Account): MenuEntry {
  return {
    label: (
      <>
        <span class="visually-hidden">{t('Switch to')} </span>
        <bdi class="account-menu-name">{displayName(account)}</bdi>
      </>
    ),
    hint: <bdi dir="ltr">@{account.acct}</bdi>,
    icon: <Avatar account={account} size={32} />,
    run: () => switchTo(account),
  }
}

async function signOutOfAll(): Promise<void> {
  const isSure = await ask({
    title: t('Sign out of all accounts?'),
    text: t('All accounts that are signed in in this browser will be signed out.'),
    confirm: t('Sign out of all'),
  })
  if (isSure) await signOut({ all: true })
}
