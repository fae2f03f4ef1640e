import { everyFeed, isPost } from '../../feed/feed-cache.ts'
import { forgetParents } from '../../feed/parents.ts'
import { removeGroups } from '../../notifications/feeds.ts'
import type { Post } from '../../state/statuses.ts'

/** Takes what somebody posted out of every list, also where others boosted it; not out of their own profile. */
export function clearPosts(accountId: string): void {
  clear(`/api/v1/accounts/${accountId}/`, ({ account }) => account.id === accountId)
}

/** The same for all people of a server. */
export function clearPostsOf(domain: string): void {
  clear(null, ({ account }) => account.acct.endsWith(`@${domain}`))
}

/** Takes what somebody did out of the notifications, where nobody else did the same. */
export function clearNotifications(accountId: string): void {
  removeGroups(
    ({ accounts }) => accounts.length > 0 && accounts.every(({ id }) => id === accountId),
  )
}

export function clearNotificationsOf(domain: string): void {
  removeGroups(
    ({ accounts }) =>
      accounts.length > 0 && accounts.every(({ acct }) => acct.endsWith(`@${domain}`)),
  )
}

function clear(
  except: string | null,
  isTheirs: (status: ReturnType<Post['own']['peek']>) => boolean,
) {
  const isGone = ({ own, shown }: Post) => isTheirs(own.peek()) || isTheirs(shown.peek())
  for (const feed of everyFeed()) {
    if (except !== null && feed.key.startsWith(except)) continue
    feed.remove((entry) => isPost(entry) && isGone(entry))
  }
  forgetParents(isGone)
}
