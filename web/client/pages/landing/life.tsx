import type { Account, Status } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { AccountRow } from '../../people/account-row.tsx'
import { statusPath } from '../../state/accounts.ts'

/** The first picture of posts, each a way to its post. */
export function Pictures({ posts }: { posts: readonly Status[] }) {
  if (posts.length === 0) return null
  return (
    <section class="landing-pictures" aria-labelledby="landing-pictures">
      <h2 id="landing-pictures" class="landing-title">
        {t('Pictures from here')}
      </h2>
      <ul class="landing-gallery">
        {posts.map((post) => (
          <li key={post.id}>
            <Picture post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Picture({ post }: { post: Status }) {
  const [first] = post.media_attachments
  if (first === undefined) return null
  const words = first.description || t('Picture without a description')
  return (
    <a href={statusPath(post)}>
      <img src={first.preview_url ?? ''} alt={words} loading="lazy" decoding="async" />
    </a>
  )
}

/** People who let themselves be found. */
export function People({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) return null
  return (
    <section class="card" aria-label={t('Who is here')}>
      <h2>{t('Who is here')}</h2>
      <ul class="landing-people">
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountRow account={account} />
          </li>
        ))}
      </ul>
      <p class="landing-more">
        <a href="/directory">{t('See everybody who is here')}</a>
      </p>
    </section>
  )
}

const HEIGHT = 40
/** of a bar, and from one bar to the next */
const [BAR, STEP] = [9, 13]

/** A bar for the posts of each week, the newest at the right. */
export function Activity({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(0, ...weeks)
  if (most === 0) return null
  const heights = weeks.map((count) => Math.max(1, Math.round((count / most) * HEIGHT)))
  return (
    <figure class="landing-activity">
      <svg
        viewBox={`0 0 ${(weeks.length - 1) * STEP + BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('Posts by week, most recently {count}', { count: weeks.at(-1) ?? 0 })}
      >
        {heights.map((height, at) => (
          <rect
            key={`${at} ${height}`}
            x={at * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        ))}
      </svg>
      <figcaption class="muted small">{t('Posts in the last twelve weeks')}</figcaption>
    </figure>
  )
}
