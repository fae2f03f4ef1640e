import { useEffect } from 'preact/hooks'
import { t } from '../../../shared/i18n.ts'
import { accessTo } from '../../feed/access.tsx'
import type { Feed } from '../../feed/feed.ts'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { readInstance } from '../../state/server.ts'
import { PostFeed } from '../../status/post-feed.tsx'

const recent = () => feedOf(statusSource('/api/v1/timelines/public', { local: true }))

/** The latest posts of people here, below a tab that has nothing: for whoever comes to look around. */
export function RecentPosts({ instead }: { instead: Feed<unknown> }) {
  const isEmpty = instead.state.value === 'end' && instead.blocks.value.every(isBlank)
  useEffect(() => void readInstance().catch(() => {}), [])
  if (!isEmpty || accessTo('live_feeds', 'local') !== 'open') return null
  return (
    <div class="explore-recent">
      <h2>{t('Said here lately')}</h2>
      <PostFeed
        feed={recent()}
        label={t('Said here lately')}
        context="public"
        empty={<p>{t('Nothing has been said here yet.')}</p>}
      />
    </div>
  )
}

const isBlank = ({ entries }: { entries: readonly unknown[] }): boolean => entries.length === 0
