import type { ComponentChildren } from 'preact'
import { t } from '../../../shared/i18n.ts'
import { richPlural } from '../../../shared/rich-plural.ts'
import { type Overview, overview } from '../../overview.ts'
import { ownPages } from '../../page-list.ts'

/** Where what is counted is dealt with: the page, and what is behind it. */
const BOLD = { b: (text: ComponentChildren) => <strong>{text}</strong> }

const PLACES: readonly [
  keyof Overview,
  title: (n: number) => ComponentChildren,
  path: string,
  more: string,
][] = [
  [
    'open_reports',
    (n) => richPlural(n, '<b>{n}</b> open report', '<b>{n}</b> open reports', BOLD),
    'reports',
    '',
  ],
  [
    'pending_users',
    (n) =>
      richPlural(n, '<b>{n}</b> person asking to join', '<b>{n}</b> people asking to join', BOLD),
    'accounts',
    '/waiting',
  ],
  [
    'pending_appeals',
    (n) => richPlural(n, '<b>{n}</b> appeal', '<b>{n}</b> appeals', BOLD),
    'appeals',
    '',
  ],
  [
    'held_items',
    (n) =>
      richPlural(n, '<b>{n}</b> held post or account', '<b>{n}</b> held posts and accounts', BOLD),
    'held',
    '',
  ],
  [
    'pending_tags',
    (n) => richPlural(n, '<b>{n}</b> hashtag to review', '<b>{n}</b> hashtags to review', BOLD),
    'trends',
    '?view=hashtags',
  ],
  [
    'pending_links',
    (n) => richPlural(n, '<b>{n}</b> link to review', '<b>{n}</b> links to review', BOLD),
    'trends',
    '?view=links',
  ],
  [
    'pending_statuses',
    (n) => richPlural(n, '<b>{n}</b> post to review', '<b>{n}</b> posts to review', BOLD),
    'trends',
    '?view=statuses',
  ],
  [
    'undelivered_hosts',
    (n) => richPlural(n, '<b>{n}</b> server not reached', '<b>{n}</b> servers not reached', BOLD),
    'federation',
    '?availability=failing',
  ],
  [
    'parked_jobs',
    (n) => richPlural(n, '<b>{n}</b> job that failed', '<b>{n}</b> jobs that failed', BOLD),
    'jobs',
    '',
  ],
  [
    'health_problems',
    (n) =>
      richPlural(
        n,
        '<b>{n}</b> thing about the server to look at',
        '<b>{n}</b> things about the server to look at',
        BOLD,
      ),
    'health',
    '',
  ],
]

/** Counts of items that wait for a decision, at the top because the staff looks for them first. */
export function Waiting() {
  const counts = overview.value
  if (counts === null) return <div class="waiting" aria-hidden="true" />
  const shown = PLACES.filter(([name]) => (counts[name] ?? null) !== null)
  const own = shown.filter(([, , path]) => ownPages.some((page) => page.path === path))
  const waiting = own.filter(([name]) => counts[name] !== 0)
  if (own.length === 0) return null
  return (
    <section aria-label={t('What waits')}>
      {waiting.length === 0 && <p class="all-done">{t('Nothing waits for you.')}</p>}
      <ul class="waiting">
        {waiting.map(([name, title, path, more]) => (
          <li key={name}>
            <a href={`/admin/${path}${more}`}>{title(counts[name] ?? 0)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
