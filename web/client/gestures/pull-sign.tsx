import type { ReadonlySignal } from '@preact/signals'
import { t } from '../../shared/i18n.ts'
import { ArrowDown, Icon, RefreshCw } from '../../shared/icons.tsx'
import { pulledBy } from './moves.ts'

export interface Pull {
  /** px that the finger has moved down */
  y: number
  /** `ready`: letting go reads; `left`: it was let go before, and nothing is read */
  state: 'pulled' | 'ready' | 'reading' | 'left'
}

interface PullSignProps {
  pull: ReadonlySignal<Pull | null>
  /** it has gone back after it was let go */
  onGone: () => void
}

/** Comes down below the head of the page while somebody pulls it; what is heard of it is announced. */
export function PullSign({ pull, onGone }: PullSignProps) {
  const { value } = pull
  return (
    <div class="pull-sign" aria-hidden="true">
      {value !== null && (
        <p
          class={`pull-words ${value.state}`}
          onTransitionEnd={onGone}
          style={{ transform: `translateY(calc(${Math.round(pulledBy(value.y))}px - 100%))` }}
        >
          <Icon of={value.state === 'reading' ? RefreshCw : ArrowDown} size={18} />
          <span>{wordsOf(value)}</span>
        </p>
      )}
    </div>
  )
}

function wordsOf({ state }: Pull): string {
  if (state === 'reading') return t('Reading what is new…')
  return state === 'ready' ? t('Let go to read what is new') : t('Pull to read what is new')
}
