import type { Signal } from '@preact/signals'
import { Card } from '../../../shared/components/card.tsx'
import type { Report } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
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
      <Card title={t('Posts')}>
        <p class="muted">
          {t('The report names no posts.')}{' '}
          {all && <a href={all}>{t('Look at what they posted')}</a>}
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
    <Card title={t('Posts')} actions={all && <a href={all}>{t('All their posts')}</a>}>
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
                    aria-label={t('Post {index} is part of the decision', { index: index + 1 })}
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
