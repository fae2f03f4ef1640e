import { t } from '../../shared/i18n.ts'

/** Tabs of the list with their notification types; `all` has none. */
export const TYPES_OF = {
  all: undefined,
  mentions: ['mention', 'quote'],
  boosts: ['reblog'],
  favourites: ['favourite', 'pleroma:emoji_reaction'],
  follows: ['follow', 'follow_request'],
  polls: ['poll'],
  posts: ['status', 'update', 'quoted_update'],
} as const

export type Tab = keyof typeof TYPES_OF

export const isTab = (name: string | undefined): name is Tab =>
  name !== undefined && Object.hasOwn(TYPES_OF, name)

export const tabTitles = (): readonly (readonly [Tab, string])[] => [
  ['all', t('All')],
  ['mentions', t('Mentions')],
  ['boosts', t('Boosts')],
  ['favourites', t('Favourites')],
  ['follows', t('Follows')],
  ['polls', t('Polls')],
  ['posts', t('Posts')],
]

/** Text of an empty tab. */
export function emptyWords(tab: Tab): string {
  const words: Record<Tab, string> = {
    all: t(
      'Nothing yet. When somebody mentions you, follows you or likes what you write, you read it here.',
    ),
    mentions: t('Nobody has mentioned you yet. Join a conversation, and the answers come here.'),
    boosts: t('None of your posts was boosted yet.'),
    favourites: t('Nobody has marked a post of yours as a favourite yet.'),
    follows: t('Nobody follows you yet. People find you by what you write and by its hashtags.'),
    polls: t('Polls that you made or voted in are listed here when they have ended.'),
    posts: t(
      'New posts of people whose bell you have switched on come here, and edits of posts that you boosted.',
    ),
  }
  return words[tab]
}

const STORED = 'rookery.notifications.tab'

/** The tab that was looked at last, in this browser. */
export function lastTab(): Tab {
  const stored = localStorage.getItem(STORED) ?? undefined
  return isTab(stored) ? stored : 'all'
}

export const rememberTab = (tab: Tab): void => localStorage.setItem(STORED, tab)
