import { charactersLeft } from '../../shared/characters-left.ts'
import { formatNumber } from '../../shared/format.ts'
import { countOf } from './character-count.ts'
import { limits } from './limits.ts'
import type { Part } from './writing.ts'

/** from so many characters on it is read out, too, as one comes near the end */
const NEAR = 50

/** How many characters are left. */
export function CharacterCounter({ part }: { part: Part }) {
  const left = limits().characters - countOf(part)
  const isOver = left < 0
  return (
    <span
      class={isOver ? 'compose-count over' : left <= NEAR ? 'compose-count near' : 'compose-count'}
    >
      <span aria-hidden="true">{formatNumber(left)}</span>
      {/* said in steps: each key pressed would be too much */}
      <span class="visually-hidden" role="status">
        {left <= NEAR && (left % 10 === 0 || isOver) ? charactersLeft(left) : ''}
      </span>
    </span>
  )
}
