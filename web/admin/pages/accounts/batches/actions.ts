import type { BatchAction } from '../../../../shared/entities/admin.ts'
import { plural, t } from '../../../../shared/i18n.ts'
import { may } from '../../../../shared/session.ts'

/** How an action on many accounts is offered, confirmed and reported. */
export interface BatchWords {
  title: string
  hint?: string
  /** the button that does it */
  confirm: (n: number) => string
  /** what has become of them */
  done: (n: number) => string
  danger?: boolean
  /** people read the text, by mail too */
  hasText?: boolean
}

export const BATCH_WORDS: Readonly<Record<BatchAction, BatchWords>> = {
  approve: {
    title: t('Let in'),
    hint: t('Only those who ask to join. They get a mail.'),
    confirm: (n) => plural(n, 'Let {n} person in', 'Let {n} people in'),
    done: (n) => plural(n, '{n} person let in', '{n} people let in'),
  },
  reject: {
    title: t('Turn away'),
    hint: t('Only those who ask to join. What they entered is deleted, and they get a mail.'),
    confirm: (n) => plural(n, 'Turn {n} person away', 'Turn {n} people away'),
    done: (n) => plural(n, '{n} person turned away', '{n} people turned away'),
    danger: true,
  },
  none: {
    title: t('Warn'),
    hint: t('Nothing changes but that your text is sent.'),
    confirm: (n) => plural(n, 'Warn {n} account', 'Warn {n} accounts'),
    done: (n) => plural(n, '{n} account warned', '{n} accounts warned'),
    hasText: true,
  },
  mail: {
    title: t('Write a mail'),
    hint: t('To people of this server.'),
    confirm: (n) => plural(n, 'Send the mail to {n} person', 'Send the mail to {n} people'),
    done: (n) => plural(n, 'Mail to {n} person', 'Mail to {n} people'),
  },
  sensitive: {
    title: t('Always sensitive'),
    hint: t('All their media are hidden until somebody wants to see them.'),
    confirm: (n) => plural(n, 'Mark {n} account as sensitive', 'Mark {n} accounts as sensitive'),
    done: (n) => plural(n, '{n} account marked as sensitive', '{n} accounts marked as sensitive'),
    hasText: true,
  },
  disable: {
    title: t('Freeze'),
    hint: t('They cannot sign in; what they posted stays. Undone with a press.'),
    confirm: (n) => plural(n, 'Freeze {n} account', 'Freeze {n} accounts'),
    done: (n) => plural(n, '{n} account frozen', '{n} accounts frozen'),
    hasText: true,
  },
  silence: {
    title: t('Limit'),
    hint: t('Only followers see their posts and hear of them. Undone with a press.'),
    confirm: (n) => plural(n, 'Limit {n} account', 'Limit {n} accounts'),
    done: (n) => plural(n, '{n} account limited', '{n} accounts limited'),
    hasText: true,
  },
  suspend: {
    title: t('Suspend'),
    hint: t('Everything of theirs is hidden at once, and erased after 30 days unless you undo it.'),
    confirm: (n) => plural(n, 'Suspend {n} account', 'Suspend {n} accounts'),
    done: (n) => plural(n, '{n} account suspended', '{n} accounts suspended'),
    danger: true,
    hasText: true,
  },
  unsensitive: {
    title: t('No longer always sensitive'),
    confirm: (n) => plural(n, 'Show the media of {n} account', 'Show the media of {n} accounts'),
    done: (n) => plural(n, 'Media of {n} account shown again', 'Media of {n} accounts shown again'),
  },
  enable: {
    title: t('Unfreeze'),
    confirm: (n) => plural(n, 'Unfreeze {n} account', 'Unfreeze {n} accounts'),
    done: (n) => plural(n, '{n} account unfrozen', '{n} accounts unfrozen'),
  },
  unsilence: {
    title: t('End the limits'),
    confirm: (n) => plural(n, 'End the limits of {n} account', 'End the limits of {n} accounts'),
    done: (n) => plural(n, 'Limits of {n} account ended', 'Limits of {n} accounts ended'),
  },
  unsuspend: {
    title: t('End the suspension'),
    confirm: (n) =>
      plural(n, 'End the suspension of {n} account', 'End the suspension of {n} accounts'),
    done: (n) => plural(n, 'Suspension of {n} account ended', 'Suspension of {n} accounts ended'),
  },
  delete: {
    title: t('Erase the data'),
    hint: t(
      'Only of suspended accounts, here or elsewhere: posts, media and follows are erased now, and cannot be brought back.',
    ),
    confirm: (n) => plural(n, 'Erase the data of {n} account', 'Erase the data of {n} accounts'),
    done: (n) => plural(n, 'Data of {n} account erased', 'Data of {n} accounts erased'),
    danger: true,
  },
}

/** Actions that are offered for accounts in a state (as in the filter of the list), the likeliest first. */
export function offeredActions(state: string | undefined): BatchAction[] {
  const undoing: Readonly<Record<string, readonly BatchAction[]>> = {
    pending: ['approve', 'reject'],
    suspended: ['unsuspend', 'delete'],
    silenced: ['unsilence'],
    sensitized: ['unsensitive'],
    disabled: ['enable'],
  }
  const first = undoing[state ?? ''] ?? []
  const deciding: readonly BatchAction[] = ['suspend', 'silence', 'sensitive', 'disable', 'none']
  const rest: readonly BatchAction[] = [
    'unsilence',
    'unsensitive',
    'enable',
    'unsuspend',
    'approve',
    'reject',
    'delete',
  ]
  const all = [...new Set<BatchAction>([...first, 'mail', ...deciding, ...rest])]
  return all.filter((action) => action !== 'delete' || may('deleteUserData'))
}
