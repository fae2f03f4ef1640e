import type { Signal } from '@preact/signals'
import { Card } from '../../../shared/components/card.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { may } from '../../../shared/session.ts'
import { Post } from '../../parts/post.tsx'
import { choosable } from './choosable.ts'

interface ReportedPostsProps {
  report: Report
  /** ids of those that a decision is to be about; null: all */
  chosen: Signal<readonly string[] | null>
}

/** The posts that the report names. Those that are chosen are what decisions about posts are about. */
export function ReportedPosts({ report, chosen }: ReportedPostsProps) {
  const { statuses, id, target_account } = report
  const all = may('manageUsers') ? `/admin/accounts/${target_account.id}?tab=posts` : null
  if (statuses.length === 0) {
    return (
      <Card title="Posts">
        <p class="muted">
          The report names no posts. {all && <a href={all}>Look at what they posted</a>}
        </p>
      </Card>
    )
  }
  const ids = choosable(report)
  const current = chosen.value ?? ids
  const toggle = (statusId: string, on: boolean) => {
    chosen.value = ids.filter((one) => (one === statusId ? on : current.includes(one)))
  }
  return (
    <Card title="Posts" actions={all && <a href={all}>All their posts</a>}>
      <ul class="report-posts">
        {statuses.map((status, index) => (
          <li key={status.id}>
            <Post
              status={status}
              deletedAt={report.deleted_status_ids.includes(status.id) || null}
              before={
                ids.length > 1 &&
                ids.includes(status.id) && (
                  <input
                    type="checkbox"
                    id={`${id}-${status.id}`}
                    aria-label={`Post ${index + 1} is part of the decision`}
                    checked={current.includes(status.id)}
                    onChange={(event) => toggle(status.id, event.currentTarget.checked)}
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
