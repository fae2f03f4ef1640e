import type { Question } from '../../../shared/components/dialog.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import type { Permission } from '../../../shared/entities/permission.ts'
import { t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'

/** Something that is done to an account with a press. */
export interface Step {
  title: string
  group: 'decision' | 'care'
  path: (id: string) => string
  done: string
  question?: Question
  permission: Permission
  /** whether it makes sense for the account as it is */
  fits: (account: AdminAccount) => boolean
}

const mastodons = (name: string) => (id: string) => `/api/v1/admin/accounts/${id}/${name}`
const ours = (name: string) => (id: string) => `/api/rookery/v1/admin/accounts/${id}/${name}`
const isLocal = ({ domain }: AdminAccount) => domain === null
const isMember = (account: AdminAccount) => isLocal(account) && account.approved === true
/** the picture that everybody has who chose none */
const isDefault = (address: string) => address.includes('/assets/')

const STEPS: readonly Step[] = [
  {
    title: t('End the suspension'),
    group: 'decision',
    path: mastodons('unsuspend'),
    done: t('The suspension has ended'),
    permission: 'manageUsers',
    fits: ({ suspended }) => suspended,
  },
  {
    title: t('End the limits'),
    group: 'decision',
    path: mastodons('unsilence'),
    done: t('The limits have ended'),
    permission: 'manageUsers',
    fits: ({ silenced }) => silenced,
  },
  {
    title: t('No longer always sensitive'),
    group: 'decision',
    path: mastodons('unsensitive'),
    done: t('Media are shown again'),
    permission: 'manageUsers',
    fits: ({ sensitized }) => sensitized,
  },
  {
    title: t('Unfreeze'),
    group: 'decision',
    path: mastodons('enable'),
    done: t('They can sign in again'),
    permission: 'manageUsers',
    fits: ({ disabled }) => disabled === true,
  },
  {
    title: t('Confirm the e-mail address'),
    group: 'care',
    path: ours('confirm_email'),
    done: t('Confirmed'),
    permission: 'manageUsers',
    fits: ({ confirmed }) => confirmed === false,
  },
  {
    title: t('Reset the password'),
    group: 'care',
    path: ours('reset_password'),
    done: t('They get a mail with a link'),
    question: {
      title: t('Reset the password?'),
      text: t(
        'They are signed out everywhere, and get a mail with a link to choose another password.',
      ),
      confirm: t('Reset the password'),
      danger: true,
    },
    permission: 'manageUserAccess',
    fits: isMember,
  },
  {
    title: t('Turn off two-factor authentication'),
    group: 'care',
    path: ours('disable_two_factor'),
    done: t('It is off'),
    question: {
      title: t('Turn off two-factor authentication?'),
      text: t(
        'Afterwards the password alone opens the account. Be sure that the person who asks owns it. They get a mail.',
      ),
      confirm: t('Turn it off'),
      danger: true,
    },
    permission: 'manageUserAccess',
    fits: isMember,
  },
  {
    title: t('Remove the picture'),
    group: 'care',
    path: ours('remove_avatar'),
    done: t('The picture is removed'),
    question: {
      title: t('Remove the picture of the profile?'),
      text: t('They have to choose one anew.'),
      confirm: t('Remove it'),
      danger: true,
    },
    permission: 'manageUsers',
    fits: ({ account }) => !isDefault(account.avatar),
  },
  {
    title: t('Remove the header'),
    group: 'care',
    path: ours('remove_header'),
    done: t('The header is removed'),
    question: {
      title: t('Remove the header of the profile?'),
      text: t('They have to choose one anew.'),
      confirm: t('Remove it'),
      danger: true,
    },
    permission: 'manageUsers',
    fits: ({ account }) => !isDefault(account.header_static),
  },
  {
    title: t('Fetch the profile anew'),
    group: 'care',
    path: ours('refetch'),
    done: t('It is being fetched'),
    permission: 'manageUsers',
    fits: (account) => !isLocal(account),
  },
  {
    title: t('Make it a memorial'),
    group: 'care',
    path: ours('memorialize'),
    done: t('It is a memorial now'),
    question: {
      title: t('Make this account a memorial?'),
      text: t(
        'For people who have died: nobody can sign in any more, and the profile says that it remembers them.',
      ),
      confirm: t('Make it a memorial'),
      danger: true,
    },
    permission: 'manageUsers',
    fits: isMember,
  },
]

export function offeredSteps(account: AdminAccount, group: Step['group']): Step[] {
  return STEPS.filter((step) => step.group === group && may(step.permission) && step.fits(account))
}
