import { Card } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { AdminTag } from '../../../shared/entities/trends.ts'
import { useGet } from '../../../shared/resource.ts'
import { ReviewState } from './row.tsx'
import { TagFigures } from './tag-figures.tsx'
import { TagForm } from './tag-form.tsx'

/** A hashtag: how it is used, and what may be done with it. */
export function OneTag({ id }: { id: string }) {
  const tag = useGet<AdminTag>(`/api/v1/admin/tags/${id}`)
  const { data } = tag
  const name = data === null ? 'Hashtag' : `#${data.name}`
  return (
    <>
      <PageHead
        title={name}
        up={{ href: '/admin/trends', title: 'Trends' }}
        lead={data !== null && <ReviewState of={data} />}
        actions={
          data !== null && (
            <a class="button secondary" href={data.url} target="_blank" rel="noopener noreferrer">
              Open its page
            </a>
          )
        }
      />
      <Loaded from={tag}>
        {(found) => (
          <>
            <TagFigures id={found.id} />
            <Card title="What may be done with it">
              <TagForm tag={found} onSaved={tag.set} />
            </Card>
          </>
        )}
      </Loaded>
    </>
  )
}
