import { t } from '../../../shared/i18n.ts'

/** Events of webhooks, with texts for people. */
export const EVENTS: ReadonlyMap<string, { title: string; hint: string }> = new Map([
  ['account.created', { title: t('Sign-ups'), hint: t('Somebody made an account here.') }],
  ['account.approved', { title: t('Approvals'), hint: t('An account was let in.') }],
  [
    'account.updated',
    { title: t('Changed accounts'), hint: t('Somebody here changed their profile.') },
  ],
  ['report.created', { title: t('Reports'), hint: t('Somebody reported an account.') }],
  [
    'report.updated',
    { title: t('Changed reports'), hint: t('A report was assigned or resolved.') },
  ],
  [
    'status.created',
    { title: t('Posts'), hint: t('Somebody here posted, public and quiet public only.') },
  ],
  ['status.updated', { title: t('Edited posts'), hint: t('The same, where a post was changed.') }],
])
