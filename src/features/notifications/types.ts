import { type Text, t } from '../../kernel/text/messages.ts'
import type { NotificationType } from './tables.ts'

/** Not in Mastodon: the name that Pleroma, Akkoma and their clients use. */
export const EMOJI_REACTION = 'pleroma:emoji_reaction'

/** The properties of a type of notification; a missing flag is false. */
interface NotificationKind {
  /** groupable (S-139) */
  groups?: true
  /** a policy may filter or drop it (S-258) */
  filterable?: true
  /** a filtered one creates a request, as it can be replied to */
  requests?: true
  /** it has no sender: the recipient itself stands as sender */
  own?: true
  /** every client knows it, so it needs no fallback (S-253) */
  baseline?: true
  /** its entity contains the status that it is about (S-137) */
  withStatus?: true
  /** Mastodon has no such type: streams do not send it, lists only to clients that ask for it or know fallbacks */
  ours?: true
  /** title of a push message (S-494); `name` is that of the sender */
  title(name: string): Text
}

/**
 * All types, Mastodon's (S-136) and one of our own, with everything that depends on the type alone.
 */
const KINDS = {
  mention: {
    filterable: true,
    requests: true,
    baseline: true,
    withStatus: true,
    title: (name) => t('{name} mentioned you', { name }),
  },
  status: { baseline: true, withStatus: true, title: (name) => t('{name} just posted', { name }) },
  reblog: {
    groups: true,
    filterable: true,
    baseline: true,
    withStatus: true,
    title: (name) => t('{name} boosted your post', { name }),
  },
  follow: {
    groups: true,
    filterable: true,
    baseline: true,
    title: (name) => t('{name} now follows you', { name }),
  },
  follow_request: {
    filterable: true,
    baseline: true,
    title: (name) => t('{name} wants to follow you', { name }),
  },
  favourite: {
    groups: true,
    filterable: true,
    baseline: true,
    withStatus: true,
    title: (name) => t('{name} likes your post', { name }),
  },
  poll: {
    own: true,
    baseline: true,
    withStatus: true,
    title: (name) => t('A poll by {name} has ended', { name }),
  },
  update: {
    baseline: true,
    withStatus: true,
    title: (name) => t('{name} edited a post', { name }),
  },
  severed_relationships: { own: true, title: () => t('You lost connections') },
  moderation_warning: { own: true, title: () => t('You received a moderation warning') },
  annual_report: { own: true, baseline: true, title: () => t('Your year in review is here') },
  'admin.sign_up': { groups: true, title: (name) => t('{name} signed up', { name }) },
  'admin.report': { title: (name) => t('{name} filed a report', { name }) },
  quote: {
    filterable: true,
    requests: true,
    baseline: true,
    withStatus: true,
    title: (name) => t('{name} quoted your post', { name }),
  },
  quoted_update: {
    baseline: true,
    withStatus: true,
    title: (name) => t('{name} edited a post that you quoted', { name }),
  },
  added_to_collection: {
    filterable: true,
    title: (name) => t('{name} added you to a collection', { name }),
  },
  collection_update: {
    title: (name) => t('{name} changed a collection that you are in', { name }),
  },
  // treated like a favourite
  [EMOJI_REACTION]: {
    ours: true,
    filterable: true,
    withStatus: true,
    title: (name) => t('{name} reacted to your post', { name }),
  },
} as const satisfies Record<NotificationType, NotificationKind>

const kinds: Readonly<Record<NotificationType, NotificationKind>> = KINDS

/** Types that need a fallback for clients that do not know them (S-253). */
export type NotBaseline = {
  [Type in NotificationType]: (typeof KINDS)[Type] extends { baseline: true } ? never : Type
}[NotificationType]

/** In the order of lists and settings. */
export const NOTIFICATION_TYPES = Object.keys(KINDS) as readonly NotificationType[]

const typesThat = (property: Exclude<keyof NotificationKind, 'title'>) =>
  NOTIFICATION_TYPES.filter((type) => kinds[type][property] === true)

export const GROUPABLE = typesThat('groups')
export const FILTERABLE = typesThat('filterable')
export const REQUESTING = typesThat('requests')
export const OWN = typesThat('own')
export const WITH_STATUS = typesThat('withStatus')
export const OURS = typesThat('ours')

export function needsFallback(type: NotificationType): type is NotBaseline {
  return kinds[type].baseline !== true
}

/** @param name of the sender */
export function pushTitle(type: NotificationType, name: string): Text {
  return kinds[type].title(name)
}

/** The parameters about types: wanted, excluded and supported ones. */
export interface TypesQuery {
  types?: readonly string[] | undefined
  exclude_types?: readonly string[] | undefined
  supported_types?: readonly string[] | undefined
}

/**
 * The types that a list shows (S-250): the requested types without the excluded ones. Unknown names
 * match nothing, so a list of only unknown names is empty. Reactions, which Mastodon's clients do
 * not know, are shown only if the client requests them, or states supported types and so
 * understands a fallback.
 *
 * @returns null for all of Mastodon's
 */
export function shownTypes(query: TypesQuery): NotificationType[] | null {
  const { types, exclude_types: excluded, supported_types: supported } = query
  if (types === undefined && excluded === undefined && supported === undefined) return null
  const isWanted = (type: NotificationType) =>
    types?.includes(type) ?? (!OURS.includes(type) || supported !== undefined)
  return NOTIFICATION_TYPES.filter((type) => isWanted(type) && !(excluded?.includes(type) ?? false))
}
