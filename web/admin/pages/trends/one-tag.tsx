import { Card } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { AdminTag } from '../../../shared/entities/trends.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { TagFigures } from './tag-figures.tsx'
import { TagForm } from './tag-form.tsx'
import { ReviewState } from './trend-row.tsx'

/** A hashtag: how it is used, and what may be done with it. */
export function OneTag({ id }: { id: string }) {
  const tag = useGet<AdminTag>(`/api/v1/admin/tags/${id}`)
  const { data } = tag
  const name = data === null ? t('Hashtag') : `#${data.name}`
  return (
    <>
      <PageHead
        title={name}
        up={{ href: '/admin/trends', title: t('Trends') }}
        lead={data !== null && <ReviewState of={data} />}
        actions={
          data !== null && (
            <a class="button secondary" href={data.url} target="_blank" rel="noopener noreferrer">
              {t('Open its page')}
            </a>
          )
        }
      />
      <Loaded from={tag}>
        {(found) => (
          <>
            <TagFigures id={found.id} />
            <Card title={t('What may be done with it')}>
              <TagForm tag={found} onSaved={tag.set} />
            </Card>
          </>
        )}
      </Loaded>
    </>
  )
}
