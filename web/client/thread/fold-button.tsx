import { plural } from '../../shared/i18n.ts'
import { ChevronRight, Icon, Minus } from '../../shared/icons.tsx'
import { fold } from './folding.ts'

interface FoldButtonProps {
  id: string
  /** replies below it */
  count: number
  isFolded: boolean
}

/** Folds what answers a reply: a sign upon the line that leads there; folded, a row with their number. */
export function FoldButton({ id, count, isFolded }: FoldButtonProps) {
  const label = isFolded
    ? plural(count, 'Show {n} folded reply', 'Show {n} folded replies')
    : plural(count, 'Fold {n} reply', 'Fold {n} replies')
  return (
    <button
      type="button"
      class={isFolded ? 'fold-button folded' : 'fold-button'}
      data-key="fold"
      aria-expanded={!isFolded}
      aria-label={isFolded ? undefined : label}
      title={isFolded ? undefined : label}
      onClick={() => fold(id, !isFolded)}
    >
      <Icon of={isFolded ? ChevronRight : Minus} size={14} class="flips" />
      {isFolded && label}
    </button>
  )
}
