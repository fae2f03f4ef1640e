import type {
  Account,
  GroupedNotificationsResults,
  Notification,
  NotificationGroup,
} from '../../shared/entities/api.ts'
import { keepAccount } from '../state/accounts.ts'
import { keepPost, type Post } from '../state/statuses.ts'

/** Details of a notification besides its accounts and its status. */
type Details = Pick<
  Notification,
  | 'report'
  | 'event'
  | 'moderation_warning'
  | 'collection'
  | 'annual_report'
  | 'fallback'
  | 'emoji'
  | 'emoji_url'
>

/** Notifications that are shown as one. */
export interface Group {
  key: string
  /** one of SUPPORTED_TYPES, or what this client does not know */
  type: string
  /** of the newest notification in it; never from the number in the entity, which is too long for one */
  newestId: string
  /** of the newest one, ISO 8601; empty: not known */
  at: string
  count: number
  /** the newest of those who did it, newest first */
  accounts: readonly Account[]
  post: Post | null
  details: Details
}

/** Types of which several make a group: of the others every notification is one. */
const GROUPED = ['favourite', 'reblog', 'follow', 'admin.sign_up']

/** Puts together what the API answers apart. */
export function groupsOf(page: GroupedNotificationsResults): Group[] {
  const accounts = new Map(page.accounts.map((one) => [one.id, keepAccount(one)]))
  const posts = new Map(page.statuses.map((status) => [status.id, keepPost(status)]))
  return page.notification_groups.map((group) => groupOf(group, accounts, posts))
}

function groupOf(
  group: NotificationGroup,
  accounts: ReadonlyMap<string, Account>,
  posts: ReadonlyMap<string, Post>,
): Group {
  return {
    key: group.group_key,
    type: group.type,
    newestId: group.page_max_id ?? '',
    at: group.latest_page_notification_at ?? '',
    count: group.notifications_count,
    accounts: group.sample_account_ids.flatMap((id) => accounts.get(id) ?? []),
    post: posts.get(group.status_id ?? '') ?? null,
    details: group as Details,
  }
}

/** A notification that arrived by itself: a group of its own until it is joined with what is there. */
export function groupOfOne(notification: Notification): Group {
  const { id, type, created_at: at, group_key, status } = notification
  return {
    key: GROUPED.includes(type) ? group_key : `ungrouped-${id}`,
    type,
    newestId: id,
    at,
    count: 1,
    accounts: [keepAccount(notification.account)],
    post: status ? keepPost(status) : null,
    details: notification,
  }
}

/** accounts that stand for a group, as in what the API answers */
const SAMPLE = 8

/** A group with one more notification in it. */
export function joined(before: Group, added: Group): Group {
  const [account] = added.accounts
  const others = before.accounts.filter(({ id }) => id !== account?.id)
  return {
    ...added,
    count: before.count + 1,
    accounts: [...added.accounts, ...others].slice(0, SAMPLE),
  }
}
