import { removePosts } from '../../feed/feed-cache.ts'
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
  removePosts(({ own, shown }) => isTheirs(own.peek()) || isTheirs(shown.peek()), except)
}
