import { Badge } from '../../shared/components/notice.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { Strike } from '../../shared/entities/admin.ts'
import { count } from '../../shared/format.ts'
import { may } from '../../shared/session.ts'
import { APPEALS, STRIKES } from './words.ts'

/** A decision about somebody, with what came of it. */
export function StrikeLine({ strike }: { strike: Strike }) {
  const { status_ids } = strike
  return (
    <div class="strike">
      <p class="strike-head">
        <strong>{STRIKES[strike.action]}</strong>{' '}
        <span class="muted">
          by {strike.account === null ? 'the operator' : `@${strike.account.acct}`},{' '}
          <Time at={strike.created_at} />
        </span>{' '}
        {strike.overruled_at !== null && <Badge tone="success">Taken back</Badge>}
        {strike.appeal !== null && (
          <Badge tone="info">Appeal: {APPEALS[strike.appeal.state]}</Badge>
        )}
      </p>
      {strike.text !== '' && <p class="quoted">{strike.text}</p>}
      <p class="muted small">
        {status_ids !== null && status_ids.length > 0 && (
          <>About {count(status_ids.length, 'post')}. </>
        )}
        {strike.report_id !== null && may('manageReports') && (
          <a href={`/admin/reports/${strike.report_id}`}>The report</a>
        )}
      </p>
    </div>
  )
}
