/** What a webhook can be told of, for people. */
export const EVENTS: ReadonlyMap<string, { title: string; hint: string }> = new Map([
  ['account.created', { title: 'Sign-ups', hint: 'Somebody made an account here.' }],
  ['account.approved', { title: 'Approvals', hint: 'An account was let in.' }],
  ['account.updated', { title: 'Changed accounts', hint: 'Somebody here changed their profile.' }],
  ['report.created', { title: 'Reports', hint: 'Somebody reported an account.' }],
  ['report.updated', { title: 'Changed reports', hint: 'A report was assigned or resolved.' }],
  [
    'status.created',
    { title: 'Posts', hint: 'Somebody here posted, public and quiet public only.' },
  ],
  ['status.updated', { title: 'Edited posts', hint: 'The same, where a post was changed.' }],
])
