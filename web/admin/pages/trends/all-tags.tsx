import { Badge } from '../../../shared/components/notice.tsx'
import { ListTable } from '../../../shared/components/table.tsx'
import type { AdminTag } from '../../../shared/entities/trends.ts'
import { useList } from '../../../shared/resource.ts'
import { usesIn } from './abouts.tsx'
import { ReviewState } from './row.tsx'

/** Every hashtag that was ever used, newest first, to set what may be done with it. */
export function AllTags() {
  const list = useList<AdminTag>('/api/v1/admin/tags')
  return (
    <ListTable
      list={list}
      caption="Hashtags"
      keyOf={({ id }) => id}
      empty={<p>Nobody has used a hashtag yet.</p>}
      columns={[
        {
          title: 'Hashtag',
          main: true,
          cell: ({ id, name }) => <a href={`/admin/trends/tags/${id}`}>#{name}</a>,
        },
        { title: 'Uses', cell: ({ history }) => usesIn(history) },
        {
          title: 'State',
          cell: (tag) => (
            <span class="badges">
              <ReviewState of={tag} /> {!tag.usable && <Badge tone="danger">Not usable</Badge>}{' '}
              {!tag.listable && <Badge>Not in search</Badge>}
            </span>
          ),
        },
      ]}
    />
  )
}
