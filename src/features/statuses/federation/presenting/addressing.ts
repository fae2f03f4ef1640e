import { PUBLIC } from '../../../../kernel/activitypub/as2.ts'
import { followersUri } from '../../../../kernel/base/urls.ts'
import type { Visibility } from '../../../../kernel/db/schema.ts'

export interface Audience {
  to: string[]
  cc: string[]
}

/**
 * The recipients of an object or activity: the public collection in `to` means public, in `cc`
 * unlisted.
 *
 * @param named federation ids of mentioned accounts, or of the author of the reblogged status
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
