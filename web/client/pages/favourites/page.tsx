import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import { PostFeed } from '../../status/post-feed.tsx'

const favourites = () => feedOf(statusSource('/api/v1/favourites'))

export const prepare = () => favourites().start()

export function Page() {
  return (
    <>
      <PageHead title={t('Favourites')} lead={t('Posts that you liked.')} />
      <PostFeed
        feed={favourites()}
        label={t('Favourites')}
        context="account"
        ignoresFilters
        empty={
          <>
            <Drawing of="star" />
            <p>{t('No favourites yet. Press the star below a post that you like.')}</p>
            <LinkButton kind="primary" href="/home">
              {t('Go to your home timeline')}
            </LinkButton>
          </>
        }
      />
    </>
  )
}
