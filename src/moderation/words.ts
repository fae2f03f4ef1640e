import type { WarningAction } from '../db/schema.ts'

interface Words {
  /** of a mail and of the page about it */
  title: string
  /** what it means for the person; null where the staff's own words say all */
  meaning: string | null
}

/** How people are told what was decided about them. */
export const WORDS: Record<WarningAction, Words> = {
  none: { title: 'You were warned', meaning: null },
  disable: {
    title: 'Your account was frozen',
    meaning:
      'You can no longer use your account, but your profile and your posts are still there. You can ask for a copy of your data from the people who run the server.',
  },
  mark_statuses_as_sensitive: {
    title: 'Some of your posts were marked as sensitive',
    meaning:
      'The pictures and recordings of these posts are shown behind a warning. You can mark posts like these yourself.',
  },
  delete_statuses: {
    title: 'Some of your posts were removed',
    meaning: 'Posts of yours break the rules of the server, so they were removed.',
  },
  sensitive: {
    title: 'Your media are shown as sensitive',
    meaning:
      'From now on the pictures and recordings in all of your posts are shown behind a warning.',
  },
  silence: {
    title: 'Your account was limited',
    meaning:
      'You can go on using your account, but only people who follow you see your posts on this server, and you are left out of some features. Others can still follow you.',
  },
  suspend: {
    title: 'Your account was suspended',
    meaning:
      'You can no longer use your account, and neither your profile nor your posts can be seen. Your data are kept for 30 days and then erased; what is erased cannot be brought back.',
  },
}
