import { LinkButton } from '../../../shared/components/button.tsx'
import { t } from '../../../shared/i18n.ts'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { PostFeed } from '../../status/post-feed.tsx'

export const posts = () => feedOf(statusSource('/api/v1/trends/statuses'))

/** Posts that many people boost and favour at the moment. */
export function Posts() {
  return (
    <PostFeed
      feed={posts()}
      label={t('Popular posts')}
      context="public"
      empty={
        <>
          <p>{t('Nothing stands out at the moment. Look in again later.')}</p>
          <LinkButton kind="primary" href="/public/local">
            {t('See what is said here')}
          </LinkButton>
        </>
      }
    />
  )
}
