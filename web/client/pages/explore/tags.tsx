import { LinkButton } from '../../../shared/components/button.tsx'
import type { Tag } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { feedOf } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { offsetSource } from '../../feed/offset-source.ts'
import { TagRow } from '../../feed/tag-row.tsx'

const nameOf = ({ name }: Tag): string => name

export const tags = () =>
  feedOf(offsetSource<Tag>('/api/v1/trends/tags', { limit: 20, idOf: nameOf }))

/** Hashtags that more people use than usual. */
export function Tags() {
  return (
    <FeedView
      feed={tags()}
      label={t('Popular hashtags')}
      keyOf={nameOf}
      empty={
        <>
          <p>{t('No hashtag stands out at the moment. Look in again later.')}</p>
          {viewer !== null && (
            <LinkButton kind="primary" href="/followed_tags">
              {t('See the hashtags that you follow')}
            </LinkButton>
          )}
        </>
      }
    >
      {(tag) => <TagRow tag={tag} />}
    </FeedView>
  )
}
