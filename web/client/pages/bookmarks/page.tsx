import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { PostFeed } from '../../status/post-feed.tsx'

const bookmarks = () => feedOf(statusSource('/api/v1/bookmarks'))

export const prepare = () => bookmarks().start()

export function Page() {
  return (
    <>
      <PageHead title={t('Bookmarks')} lead={t('Posts that you keep. Only you see them.')} />
      <PostFeed
        feed={bookmarks()}
        label={t('Bookmarks')}
        context="account"
        ignoresFilters
        empty={
          <>
            <Drawing of="bookmark" />
            <p>{t('You have no bookmarks yet. Bookmark a post, and you find it here again.')}</p>
            <LinkButton kind="primary" href="/home">
              {t('Go to your home timeline')}
            </LinkButton>
          </>
        }
      />
    </>
  )
}
