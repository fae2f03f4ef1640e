import { api } from '../../../shared/api.ts'
import { Notice } from '../../../shared/components/notice.tsx'
import { plural } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'
import { useResource } from '../../../shared/use-resource.ts'

interface Waiting {
  pending_tags: number | null
  pending_links: number | null
  pending_statuses: number | null
}

/** For those who decide what may trend: how much waits for them, and the way there. */
export function Waiting() {
  const isDeciding = may('manageTaxonomies')
  const found = useResource<Waiting>(isDeciding ? 'trends that wait' : null, () =>
    api.get<Waiting>('/api/rookery/v1/admin/overview'),
  )
  if (found.data === null) return null
  const { pending_tags, pending_links, pending_statuses } = found.data
  const count = (pending_tags ?? 0) + (pending_links ?? 0) + (pending_statuses ?? 0)
  if (count === 0) return null
  return (
    <Notice>
      <p>
        <a href="/admin/trends">
          {plural(
            count,
            '{n} trend waits until somebody of the staff approves it.',
            '{n} trends wait until somebody of the staff approves them.',
          )}
        </a>
      </p>
    </Notice>
  )
}
