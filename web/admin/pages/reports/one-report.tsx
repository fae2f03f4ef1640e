import { useSignal } from '@preact/signals'
import { Card } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Badge, Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AuditEntry, Report } from '../../../shared/entities/admin.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { AuditLine } from '../../parts/audit-line.tsx'
import { Notes } from '../../parts/notes.tsx'
import { Complaint } from './complaint.tsx'
import { Decisions } from './decisions.tsx'
import { NextReport } from './next-report.tsx'
import { ReportedPosts } from './reported-posts.tsx'
import { TargetCard } from './target-card.tsx'

/** One report, with all that is needed to decide about it, and the decisions beside it. */
export function OneReport({ id }: { id: string }) {
  const report = useGet<Report>(`/api/v1/admin/reports/${id}`)
  const history = useGet<AuditEntry[]>(`/api/rookery/v1/admin/reports/${id}/history`)
  const chosen = useSignal<readonly string[] | null>(null)
  const title = report.data === null ? t('Report') : titleOf(report.data)
  return (
    <>
      <PageHead
        title={title}
        up={{ href: '/admin/reports', title: t('Reports') }}
        actions={<NextReport id={id} />}
      />
      <Loaded from={report}>
        {(found) => (
          <div class="split">
            <div class="split-first">
              {found.action_taken && <Resolved report={found} />}
              <Complaint report={found} onChange={report.set} />
              <ReportedPosts report={found} chosen={chosen} />
            </div>
            <div class="split-rest">
              <Notes path={`/api/rookery/v1/admin/reports/${id}/notes`} />
              <Card title={t('What was done')}>
                <Loaded from={history}>
                  {(entries) =>
                    entries.length === 0 ? (
                      <p class="muted">{t('Nothing yet.')}</p>
                    ) : (
                      entries.map((entry) => <AuditLine key={entry.id} entry={entry} />)
                    )
                  }
                </Loaded>
              </Card>
            </div>
            <div class="split-side">
              <TargetCard report={found} />
              <Decisions
                report={found}
                chosen={chosen}
                onChange={(changed) => {
                  report.set(changed)
                  void history.reload()
                }}
                onDecided={async () => {
                  await Promise.all([report.reload(), history.reload()])
                }}
              />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}

const titleOf = (report: Report): string =>
  t('Report about @{acct}', { acct: report.target_account.account.acct })

function Resolved({ report }: { report: Report }) {
  const { action_taken_by_account: by, action_taken_at: at } = report
  return (
    <Notice tone="success">
      <p>
        <Badge tone="success">{t('Resolved')}</Badge>{' '}
        {by !== null && t('by @{acct}', { acct: by.account.acct })}{' '}
        {at !== null && <Time at={at} />}
      </p>
    </Notice>
  )
}
