import { Unprocessable } from '../errors.ts'
import { can } from '../http/permissions.ts'
import type { Viewer } from '../http/routes.ts'
import type { Settings, TimelineAccess } from '../instance/settings.ts'

/** Which statuses of a feed: of this server, of others, or (null) both. */
export type FeedOrigin = 'local' | 'remote' | null

/**
 * What of a feed the viewer may see (S-311): `none` where it is switched off for all but those who
 * may view feeds. Timelines and streams both ask here (A47).
 *
 * @throws Unprocessable for anonymous callers of a feed that is not public
 */
export function allowedOrigin(
  known: Settings,
  feed: 'live' | 'hashtag' | 'trending_link',
  viewer: Pick<Viewer, 'permissions'> | null,
  asked: FeedOrigin,
): FeedOrigin | 'none' {
  const may = (access: TimelineAccess): boolean => {
    if (viewer === null && access !== 'public') {
      throw new Unprocessable('This method requires an authenticated user')
    }
    return access !== 'disabled' || (viewer !== null && can(viewer.permissions, 'viewFeeds'))
  }
  const local = asked !== 'remote' && may(known[`timelines.${feed}.local`])
  const remote = asked !== 'local' && may(known[`timelines.${feed}.remote`])
  if (local && remote) return null
  if (local) return 'local'
  return remote ? 'remote' : 'none'
}
