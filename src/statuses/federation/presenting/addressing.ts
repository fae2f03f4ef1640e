import { PUBLIC } from '../../../activitypub/as2.ts'
import { followersUri } from '../../../addresses.ts'
import type { Visibility } from '../../../db/schema.ts'

export interface Audience {
  to: string[]
  cc: string[]
}

/**
 * Whom an object or activity is addressed to: where the public stands tells listed from unlisted.
 *
 * @param named federation ids of those whom it names, or whose status it boosts
 */
export function audienceOf(
  visibility: Visibility,
  authorUri: string,
  named: readonly string[],
): Audience {
  const followers = followersUri(authorUri)
  switch (visibility) {
    case 'public':
      return { to: [PUBLIC], cc: [followers, ...named] }
    case 'unlisted':
      return { to: [followers], cc: [PUBLIC, ...named] }
    case 'private':
      return { to: [followers], cc: [...named] }
    case 'direct':
      return { to: [...named], cc: [] }
  }
}
