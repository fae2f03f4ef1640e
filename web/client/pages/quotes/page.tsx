import { LinkButton } from '../../../shared/components/button.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { viewer } from '../../../shared/session.ts'
import { feedOf, statusSource } from '../../feed/feed-cache.ts'
import type { PageProps } from '../../page.ts'
import { AboutHead } from '../../status/about/about-head.tsx'
import { PostFeed } from '../../status/post-feed.tsx'

const quotes = (id: string) => feedOf(statusSource(`/api/v1/statuses/${id}/quotes`))

export const prepare = async ({ id = '' }: PageProps['params']) => {
  if (viewer !== null) await quotes(id).start()
}

/** Posts that quote a status. */
export function Page({ params }: PageProps) {
  const back = encodeURIComponent(place.value.path)
  return (
    <>
      <AboutHead title={t('Quotes')} params={params} />
      {viewer === null ? (
        <Empty>
          <p>{t('Sign in to see who quoted this post.')}</p>
          <LinkButton kind="primary" href={`/auth/sign_in?return_to=${back}`}>
            {t('Sign in')}
          </LinkButton>
        </Empty>
      ) : (
        <PostFeed
          feed={quotes(params.id ?? '')}
          label={t('Quotes')}
          context="thread"
          empty={<p>{t('Nobody whom you can see has quoted this post yet.')}</p>}
        />
      )}
    </>
  )
}
