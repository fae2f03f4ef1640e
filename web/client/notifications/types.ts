/** Not one of Mastodon's: Pleroma's clients and servers know it by this name. */
export const EMOJI_REACTION = 'pleroma:emoji_reaction'

/** Types that the client shows in its own way; the server describes the others in words (`fallback`). */
export const SUPPORTED_TYPES = [
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
] as const

export type KnownType = (typeof SUPPORTED_TYPES)[number]
