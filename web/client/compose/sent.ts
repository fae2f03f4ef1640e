import { signal } from '@preact/signals'
import { tell } from '../../shared/components/toast.tsx'
import type { Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { everyFeed, isHome, isPost } from '../feed/feed-cache.ts'
import { statusPath } from '../state/accounts.ts'
import { isPopOut } from '../state/pop-out.ts'
import { changeStatus, findStatus, keepPost, keepStatus } from '../state/statuses.ts'
import { hearTabs, tellTabs } from '../state/tabs.ts'

/**
 * The status that was posted last, with all of its thread if it has one: a page that shows what it answers adds it.
 * Changed ones are not told here: they change wherever they stand.
 */
export const posted = signal<readonly Status[]>([])
/** Counts up when something was scheduled or changed its time, for the list of those. */
export const scheduledChanges = signal(0)
/** Counts up when a draft was saved or deleted. */
export const draftChanges = signal(0)

/** Shows in this window what a composer in a window of its own has sent; that one is closed then. */
export function hearSent(): void {
  if (isPopOut) return
  hearTabs((deed) => {
    if ('posted' in deed) showPosted(deed.posted)
    else if ('isScheduled' in deed) showScheduled()
  })
}

/** Shows what was posted wherever it belongs, at once. */
export function showPosted(statuses: readonly Status[]): void {
  if (isPopOut) tellTabs({ posted: statuses })
  for (const status of statuses) {
    showAtHome(status)
    const answered = status.in_reply_to_id === null ? undefined : findStatus(status.in_reply_to_id)
    if (answered !== undefined) {
      changeStatus(answered.id, { replies_count: answered.replies_count + 1 })
    }
  }
  posted.value = statuses
  const [first] = statuses
  if (first === undefined) return
  if (first.held) tell(t('Your post is there once the staff has looked at it.'))
  else tell(t('Posted.'), [{ label: t('Show it'), href: statusPath(first) }])
}

function showAtHome(status: Status): void {
  for (const feed of everyFeed()) {
    if (!isHome(feed) || feed.state.peek() === 'new') continue
    // the stream may have been faster, and lets it wait with what others wrote
    feed.remove((entry) => isPost(entry) && entry.id === status.id)
    feed.add(keepPost(status))
  }
}

export function showChanged(status: Status): void {
  keepStatus(status)
  if (isPopOut) tellTabs({ status })
  tell(t('Your changes are saved.'), [{ label: t('Show it'), href: statusPath(status) }])
}

export function showScheduled(): void {
  if (isPopOut) tellTabs({ isScheduled: true })
  scheduledChanges.value += 1
  tell(t('It is scheduled.'), [{ label: t('Scheduled posts'), href: '/scheduled' }])
}
