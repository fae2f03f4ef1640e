import { type Text, t } from '../../kernel/text/messages.ts'
import type { WarningAction } from '../reports/tables.ts'

interface Words {
  /** title of the mail and of the page about the decision */
  title: Text
  /** its meaning for the user; null if the staff's text is sufficient */
  meaning: Text | null
}

/** Texts that tell users about decisions. */
export const WORDS: Record<WarningAction, Words> = {
  none: { title: t('You were warned'), meaning: null },
  disable: {
    title: t('Your account was frozen'),
    meaning: t(
      'You can no longer use your account, but your profile and your posts are still there. You can ask for a copy of your data from the people who run the server.',
    ),
  },
  mark_statuses_as_sensitive: {
    title: t('Some of your posts were marked as sensitive'),
    meaning: t(
      'The pictures and recordings of these posts are shown behind a warning. You can mark posts like these yourself.',
    ),
  },
  delete_statuses: {
    title: t('Some of your posts were removed'),
    meaning: t('Posts of yours break the rules of the server, so they were removed.'),
  },
  sensitive: {
    title: t('Your media are shown as sensitive'),
    meaning: t(
      'From now on the pictures and recordings in all of your posts are shown behind a warning.',
    ),
  },
  silence: {
    title: t('Your account was limited'),
    meaning: t(
      'You can go on using your account, but only people who follow you see your posts on this server, and you are left out of some features. Others can still follow you.',
    ),
  },
  suspend: {
    title: t('Your account was suspended'),
    meaning: t(
      'You can no longer use your account, and neither your profile nor your posts can be seen. Your data are kept for 30 days and then erased; what is erased cannot be brought back.',
    ),
  },
}
