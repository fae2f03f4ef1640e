import type { Question } from '../../../shared/components/dialog.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { may, type Permission } from '../../../shared/session.ts'

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
    title: 'End the suspension',
    group: 'decision',
    path: mastodons('unsuspend'),
    done: 'The suspension has ended',
    permission: 'manageUsers',
    fits: ({ suspended }) => suspended,
  },
  {
    title: 'End the limits',
    group: 'decision',
    path: mastodons('unsilence'),
    done: 'The limits have ended',
    permission: 'manageUsers',
    fits: ({ silenced }) => silenced,
  },
  {
    title: 'No longer always sensitive',
    group: 'decision',
    path: mastodons('unsensitive'),
    done: 'Media are shown again',
    permission: 'manageUsers',
    fits: ({ sensitized }) => sensitized,
  },
  {
    title: 'Unfreeze',
    group: 'decision',
    path: mastodons('enable'),
    done: 'They can sign in again',
    permission: 'manageUsers',
    fits: ({ disabled }) => disabled === true,
  },
  {
    title: 'Confirm the e-mail address',
    group: 'care',
    path: ours('confirm_email'),
    done: 'Confirmed',
    permission: 'manageUsers',
    fits: ({ confirmed }) => confirmed === false,
  },
  {
    title: 'Reset the password',
    group: 'care',
    path: ours('reset_password'),
    done: 'They get a mail with a link',
    question: {
      title: 'Reset the password?',
      text: 'They are signed out everywhere, and get a mail with a link to choose another password.',
      confirm: 'Reset the password',
      danger: true,
    },
    permission: 'manageUserAccess',
    fits: isMember,
  },
  {
    title: 'Turn off two-factor authentication',
    group: 'care',
    path: ours('disable_two_factor'),
    done: 'It is off',
    question: {
      title: 'Turn off two-factor authentication?',
      text: 'Afterwards the password alone opens the account. Be sure that the person who asks owns it. They get a mail.',
      confirm: 'Turn it off',
      danger: true,
    },
    permission: 'manageUserAccess',
    fits: isMember,
  },
  {
    title: 'Remove the picture',
    group: 'care',
    path: ours('remove_avatar'),
    done: 'The picture is removed',
    question: {
      title: 'Remove the picture of the profile?',
      text: 'They have to choose one anew.',
      confirm: 'Remove it',
      danger: true,
    },
    permission: 'manageUsers',
    fits: ({ account }) => !isDefault(account.avatar),
  },
  {
    title: 'Remove the header',
    group: 'care',
    path: ours('remove_header'),
    done: 'The header is removed',
    question: {
      title: 'Remove the header of the profile?',
      text: 'They have to choose one anew.',
      confirm: 'Remove it',
      danger: true,
    },
    permission: 'manageUsers',
    fits: ({ account }) => !isDefault(account.header_static),
  },
  {
    title: 'Fetch the profile anew',
    group: 'care',
    path: ours('refetch'),
    done: 'It is being fetched',
    permission: 'manageUsers',
    fits: (account) => !isLocal(account),
  },
  {
    title: 'Make it a memorial',
    group: 'care',
    path: ours('memorialize'),
    done: 'It is a memorial now',
    question: {
      title: 'Make this account a memorial?',
      text: 'For people who have died: nobody can sign in any more, and the profile says that it remembers them.',
      confirm: 'Make it a memorial',
      danger: true,
    },
    permission: 'manageUsers',
    fits: isMember,
  },
]

export function offeredSteps(account: AdminAccount, group: Step['group']): Step[] {
  return STEPS.filter((step) => step.group === group && may(step.permission) && step.fits(account))
}
