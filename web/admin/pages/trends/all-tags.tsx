import { Badge } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import type { AdminTag } from '../../../shared/entities/trends.ts'
import { t } from '../../../shared/i18n.ts'
import { useList } from '../../../shared/use-resource.ts'
import { usesIn } from './trend-descriptions.tsx'
import { ReviewState } from './trend-row.tsx'

/** Every hashtag that was ever used, newest first, to set what may be done with it. */
export function AllTags() {
  const list = useList<AdminTag>('/api/v1/admin/tags')
  return (
    <ListTable
      list={list}
      caption={t('Hashtags')}
      keyOf={({ id }) => id}
      empty={<p>{t('Nobody has used a hashtag yet.')}</p>}
      columns={[
        {
          title: t('Hashtag'),
          main: true,
          cell: ({ id, name }) => <a href={`/admin/trends/tags/${id}`}>#{name}</a>,
        },
        { title: t('Uses'), cell: ({ history }) => usesIn(history) },
        {
          title: t('State'),
          cell: (tag) => (
            <span class="badges">
              <ReviewState of={tag} />{' '}
              {!tag.usable && <Badge tone="danger">{t('Not usable')}</Badge>}{' '}
              {!tag.listable && <Badge>{t('Not in search')}</Badge>}
            </span>
          ),
        },
      ]}
    />
  )
}
