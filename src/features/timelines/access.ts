import { Unprocessable } from '../../kernel/base/errors.ts'
import { can } from '../../kernel/http/permissions.ts'
import type { Viewer } from '../../kernel/http/routes.ts'
import type { Settings, TimelineAccess } from '../instance/settings.ts'

/** Origin of a feed's statuses: this server, other servers, or (null) both. */
export type FeedOrigin = 'local' | 'remote' | null

/**
 * The part of a feed that the viewer may see (S-311): `none` if the feed is disabled, except for
 * viewers who may always view feeds. Timelines and streams both use this rule (A47).
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
