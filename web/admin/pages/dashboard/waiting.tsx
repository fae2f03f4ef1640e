import { formatNumber } from '../../../shared/format.ts'
import { type Overview, overview } from '../../overview.ts'
import { ownPages } from '../../pages.ts'

/** Where what is counted is dealt with: the page, and what is behind it. */
const PLACES: readonly [keyof Overview, title: string, path: string, more: string][] = [
  ['open_reports', 'open reports', 'reports', ''],
  ['pending_users', 'people asking to join', 'accounts', '/waiting'],
  ['pending_appeals', 'appeals', 'appeals', ''],
  ['held_items', 'held posts and accounts', 'held', ''],
  ['pending_tags', 'hashtags to review', 'trends', ''],
  ['pending_links', 'links to review', 'trends', '?view=links'],
  ['pending_statuses', 'posts to review', 'trends', '?view=statuses'],
  ['undelivered_hosts', 'servers not reached', 'federation', '?availability=failing'],
  ['parked_jobs', 'jobs that failed', 'jobs', ''],
]

/** The same titles where just one waits. */
const ONE: Readonly<Record<keyof Overview, string>> = {
  open_reports: 'open report',
  pending_users: 'person asking to join',
  pending_appeals: 'appeal',
  held_items: 'held post or account',
  pending_tags: 'hashtag to review',
  pending_links: 'link to review',
  pending_statuses: 'post to review',
  undelivered_hosts: 'server not reached',
  parked_jobs: 'job that failed',
}

/** What waits for a decision: the first thing that the staff looks for. */
export function Waiting() {
  const counts = overview.value
  if (counts === null) return <div class="waiting" aria-hidden="true" />
  const shown = PLACES.filter(([name]) => (counts[name] ?? null) !== null)
  const own = shown.filter(([, , path]) => ownPages.some((page) => page.path === path))
  const waiting = own.filter(([name]) => counts[name] !== 0)
  if (own.length === 0) return null
  return (
    <section aria-label="What waits">
      {waiting.length === 0 && <p class="all-done">Nothing waits for you.</p>}
      <ul class="waiting">
        {waiting.map(([name, title, path, more]) => (
          <li key={name}>
            <a href={`/admin/${path}${more}`}>
              <strong>{formatNumber(counts[name] ?? 0)}</strong>{' '}
              {counts[name] === 1 ? ONE[name] : title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
