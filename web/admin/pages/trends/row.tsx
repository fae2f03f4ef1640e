import { Button } from '../../../shared/components/button.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import type { Review } from '../../../shared/entities/trends.ts'
import type { Kind } from './kinds.tsx'
import type { Verb } from './rising-lists.ts'

interface RowProps {
  kind: Kind
  item: Review
  onChoose: (verb: Verb) => void
}

/** Both buttons stay, so that a decision can be changed where it was made. */
export function Row({ kind, item, onChoose }: RowProps) {
  const name = kind.nameOf(item)
  const isDecided = !item.requires_review
  return (
    <article class="trend" tabIndex={-1} data-id={item.id} aria-label={name}>
      <div class="trend-about">{kind.about(item)}</div>
      <div class="trend-decision">
        <ReviewState of={item} />
        <div class="buttons">
          <Button
            small
            label={`Approve ${name}`}
            pressed={isDecided && item.trendable === true}
            onClick={() => onChoose('approve')}
          >
            Approve
          </Button>
          <Button
            small
            label={`Reject ${name}`}
            pressed={isDecided && item.trendable === false}
            onClick={() => onChoose('reject')}
          >
            Reject
          </Button>
        </div>
      </div>
    </article>
  )
}

export function ReviewState({ of: { requires_review, trendable } }: { of: Review }) {
  if (requires_review) return <Badge tone="warning">Waits</Badge>
  if (trendable === null) return <Badge>Not decided</Badge>
  return trendable ? <Badge tone="success">May trend</Badge> : <Badge tone="danger">Rejected</Badge>
}
