import { Button } from '../../../shared/components/button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import type { Review } from '../../../shared/entities/trends.ts'
import { t } from '../../../shared/i18n.ts'
import type { Kind } from './kinds.tsx'
import type { Verb } from './rising-lists.ts'

interface TrendRowProps {
  kind: Kind
  item: Review
  onChoose: (verb: Verb) => void
}

/** Both buttons stay, so that a decision can be changed where it was made: to the other one. */
export function TrendRow({ kind, item, onChoose }: TrendRowProps) {
  const name = kind.nameOf(item)
  const decision = item.requires_review ? null : item.trendable
  return (
    <article class="trend" tabIndex={-1} data-id={item.id} aria-label={name}>
      <div class="trend-about">{kind.about(item)}</div>
      <div class="trend-decision">
        <ReviewState of={item} />
        <div class="buttons">
          <Button
            small
            label={t('Approve {name}', { name })}
            disabled={decision === true}
            onClick={() => onChoose('approve')}
          >
            {t('Approve')}
          </Button>
          <Button
            small
            label={t('Reject {name}', { name })}
            disabled={decision === false}
            onClick={() => onChoose('reject')}
          >
            {t('Reject')}
          </Button>
        </div>
      </div>
    </article>
  )
}

export function ReviewState({ of: { requires_review, trendable } }: { of: Review }) {
  if (requires_review) return <Badge tone="warning">{t('Waits')}</Badge>
  if (trendable === null) return <Badge>{t('Not decided')}</Badge>
  return trendable ? (
    <Badge tone="success">{t('May trend')}</Badge>
  ) : (
    <Badge tone="danger">{t('Rejected')}</Badge>
  )
}
