import type { NotificationType } from '../db/schema.ts'

/** Every type there is (S-136): list filters, push alerts and settings all read it here. */
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
] as const satisfies readonly NotificationType[]

/**
 * The types that a list shows (S-250): those asked for without those excluded. Unknown names count
 * for nothing, so a list of only unknown names shows nothing.
 *
 * @returns null if nothing restricts them
 */
export function shownTypes(
  wanted: readonly string[] | undefined,
  excluded: readonly string[] | undefined,
): NotificationType[] | null {
  if (wanted === undefined && excluded === undefined) return null
  return NOTIFICATION_TYPES.filter(
    (type) => (wanted?.includes(type) ?? true) && !(excluded?.includes(type) ?? false),
  )
}
