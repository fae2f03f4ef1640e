import { Badge } from '../../../shared/components/notice.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Webhook } from '../../../shared/entities/operations.ts'
import { t } from '../../../shared/i18n.ts'

/** Result of the webhook's last delivery. */
export function LastDelivery({ webhook: { last_delivery: last } }: { webhook: Webhook }) {
  if (last === null) return <span class="muted">{t('Nothing was sent yet.')}</span>
  const isFine = last.error === null && last.status !== null && last.status < 300
  return (
    <>
      <Badge tone={isFine ? 'success' : 'danger'}>
        {last.status === null ? t('No answer') : t('Answered {status}', { status: last.status })}
      </Badge>{' '}
      <span class="muted">
        <Time at={last.at} />
        {last.error !== null && `: ${last.error}`}
      </span>
    </>
  )
}
