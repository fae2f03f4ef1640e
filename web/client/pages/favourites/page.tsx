import { LinkButton } from '../../../shared/components/button.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { t } from '../../../shared/i18n.ts'
import { feedOf, statusSource } from '../../feed/feeds.ts'
import { PostFeed } from '../../feed/post-feed.tsx'

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
