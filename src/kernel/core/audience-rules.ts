import type { Visibility } from '../db/schema.ts'

/** Visibilities of statuses that anybody may see, signed in or not. */
export const FOR_ALL: readonly Visibility[] = ['public', 'unlisted']

export function isForAll({ visibility }: { visibility?: unknown }): boolean {
  return (FOR_ALL as readonly unknown[]).includes(visibility)
}

/**
 * A public status of a limited author, or one limited by a rule, becomes unlisted: no public timeline shows it
 * (S-333).
 */
export function limitedTo(visibility: Visibility, isLimited: boolean): Visibility {
  return isLimited && visibility === 'public' ? 'unlisted' : visibility
}
