import type { NotificationType } from '../db/schema.ts'

/** Not one of Mastodon's: Pleroma, Akkoma and their clients know it by this name. */
export const EMOJI_REACTION = 'pleroma:emoji_reaction'

/**
 * Every type there is: Mastodon's (S-136) and one of our own. List filters, push alerts and settings all
 * read it here.
 */
export const NOTIFICATION_TYPES = [
  'mention',
  'status',
  'reblog',
  'follow',
  'follow_request',
  'favourite',
  'poll',
  'update',
  'severed_relationships',
  'moderation_warning',
  'annual_report',
  'admin.sign_up',
  'admin.report',
  'quote',
  'quoted_update',
  'added_to_collection',
  'collection_update',
  EMOJI_REACTION,
] as const satisfies readonly NotificationType[]

/** Types of which several make a group (S-139). */
export const GROUPABLE: readonly NotificationType[] = [
  'favourite',
  'reblog',
  'follow',
  'admin.sign_up',
]

/** Types that a policy keeps back or drops (S-258); a reaction is as much of an imposition as a favourite. */
export const FILTERABLE: readonly NotificationType[] = [
  'mention',
  'reblog',
  'follow',
  'follow_request',
  'favourite',
  'quote',
  'added_to_collection',
  EMOJI_REACTION,
]

/** Types whose filtered ones make a request: what can be answered. */
export const REQUESTING: readonly NotificationType[] = ['mention', 'quote']

/** Types that tell an account of itself: it stands as sender, as there is none. */
export const OWN: readonly NotificationType[] = [
  'poll',
  'severed_relationships',
  'moderation_warning',
  'annual_report',
]

/** Types that every client knows: they need no fallback (S-253). */
export const BASELINE: readonly NotificationType[] = [
  'mention',
  'status',
  'reblog',
  'follow',
  'follow_request',
  'favourite',
  'poll',
  'update',
  'annual_report',
  'quote',
  'quoted_update',
]

/** Types whose entity carries the status they are about (S-137). */
export const WITH_STATUS: readonly NotificationType[] = [
  'favourite',
  'reblog',
  'status',
  'mention',
  'poll',
  'update',
  'quote',
  'quoted_update',
  EMOJI_REACTION,
]

/** What a client says of types: which it wants, does not want, and knows how to show. */
export interface TypesQuery {
  types?: readonly string[] | undefined
  exclude_types?: readonly string[] | undefined
  supported_types?: readonly string[] | undefined
}

/**
 * The types that a list shows (S-250): those asked for without those excluded. Unknown names count
 * for nothing, so a list of only unknown names shows nothing. Reactions, which clients of Mastodon do
 * not know, are shown to who asks for them, or says what it supports and so understands a fallback.
 *
 * @returns null for all of Mastodon's
 */
export function shownTypes(query: TypesQuery): NotificationType[] | null {
  const { types, exclude_types: excluded, supported_types: supported } = query
  if (types === undefined && excluded === undefined && supported === undefined) return null
  const isWanted = (type: NotificationType) =>
    types?.includes(type) ?? (type !== EMOJI_REACTION || supported !== undefined)
  return NOTIFICATION_TYPES.filter((type) => isWanted(type) && !(excluded?.includes(type) ?? false))
}
