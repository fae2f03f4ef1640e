import { Badge } from '../../../shared/components/notice.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Webhook } from '../../../shared/entities/operations.ts'

/** What became of the last event that was sent. */
export function LastDelivery({ webhook: { last_delivery: last } }: { webhook: Webhook }) {
  if (last === null) return <span class="muted">Nothing was sent yet.</span>
  const isFine = last.error === null && last.status !== null && last.status < 300
  return (
    <>
      <Badge tone={isFine ? 'success' : 'danger'}>
        {last.status === null ? 'No answer' : `Answered ${last.status}`}
      </Badge>{' '}
      <span class="muted">
        <Time at={last.at} />
        {last.error !== null && `: ${last.error}`}
      </span>
    </>
  )
}
