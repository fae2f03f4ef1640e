import { Badge } from '../../shared/components/notice.tsx'
import { Time } from '../../shared/components/time.tsx'
import type { Strike } from '../../shared/entities/admin.ts'
import { plural, t } from '../../shared/i18n.ts'
import { rich } from '../../shared/rich.ts'
import { may } from '../../shared/session.ts'
import { APPEALS, STRIKES } from './moderation-words.ts'

/** A decision about somebody, with what came of it. */
export function StrikeLine({ strike }: { strike: Strike }) {
  const { status_ids } = strike
  return (
    <div class="strike">
      <p class="strike-head">
        <strong>{STRIKES[strike.action]}</strong>{' '}
        <span class="muted">
          {rich('by {account}, {time}', {
            account: strike.account === null ? t('the operator') : `@${strike.account.acct}`,
            time: <Time at={strike.created_at} />,
          })}
        </span>{' '}
        {strike.overruled_at !== null && <Badge tone="success">{t('Taken back')}</Badge>}
        {strike.appeal !== null && (
          <Badge tone="info">{t('Appeal: {state}', { state: APPEALS[strike.appeal.state] })}</Badge>
        )}
      </p>
      {strike.text !== '' && <p class="quoted">{strike.text}</p>}
      <p class="muted small">
        {status_ids !== null && status_ids.length > 0 && (
          <>{plural(status_ids.length, 'About {n} post.', 'About {n} posts.')} </>
        )}
        {strike.report_id !== null && may('manageReports') && (
          <a href={`/admin/reports/${strike.report_id}`}>{t('The report')}</a>
        )}
      </p>
    </div>
  )
}
