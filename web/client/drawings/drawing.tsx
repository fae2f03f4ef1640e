import { signal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import type { DrawingName } from '../../../src/surfaces/pages/drawings.ts'

export type { DrawingName }

const drawn = signal<FunctionComponent<{ of: DrawingName }> | null>(null)

/** A drawing for a place where there is nothing yet. It says nothing that the words beside it do not. */
export function Drawing({ of }: { of: DrawingName }) {
  useEffect(() => {
    if (drawn.peek() !== null) return
    // without it the words are there all the same
    import('./drawn.tsx').then(
      ({ Drawn }) => {
        drawn.value = Drawn
      },
      () => {},
    )
  }, [])
  const Drawn = drawn.value
  return (
    <div class="drawing" aria-hidden="true">
      {Drawn !== null && <Drawn of={of} />}
    </div>
  )
}
