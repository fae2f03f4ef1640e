import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks'
import { plural, t } from '../../shared/i18n.ts'
import { ChevronLeft, ChevronRight, Icon, Repeat2 } from '../../shared/icons.tsx'
import { useGradually } from '../../shared/use-gradually.ts'
import type { Row } from '../feed/rows.ts'
import type { Post } from '../state/statuses.ts'
import { wantsStillness } from '../state/theme.ts'
import type { Context } from './filter-verdict.ts'
import { StatusCard } from './status-card.tsx'
import './boosts.css'

/** so many are drawn with the feed, the others follow */
const AT_ONCE = 2

/** Boosts that follow each other, beside each other. */
export function Boosts({ row, context }: { row: Row<Post>; context: Context }) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const draw = useCallback(
    (post: Post) => (
      <li key={post.id}>
        <StatusCard post={post} context={context} />
      </li>
    ),
    [context],
  )
  const { drawn } = useGradually(row.entries, draw, { atOnce: AT_ONCE })
  const { ends, look } = useEnds(list.current, drawn.length)
  const words = plural(row.entries.length, '{n} boost', '{n} boosts')
  return (
    <section class="boosts">
      <header class="boosts-head">
        <Icon of={Repeat2} size={15} />
        <h2>{words}</h2>
        <Mover list={list.current} id={id} by={-1} isOff={ends.start} />
        <Mover list={list.current} id={id} by={1} isOff={ends.end} />
      </header>
      <ul id={id} ref={list} class="boosts-list" onScroll={look}>
        {drawn}
      </ul>
    </section>
  )
}

/** Whether a list is scrolled to its ends. */
function useEnds(list: HTMLElement | null, drawn: number) {
  const [ends, setEnds] = useState({ start: true, end: false })
  const look = () => {
    if (list === null) return
    // from the right it counts downwards
    const at = Math.abs(list.scrollLeft)
    const now = { start: at < 2, end: at > list.scrollWidth - list.clientWidth - 2 }
    setEnds((before) => (before.start === now.start && before.end === now.end ? before : now))
  }
  useEffect(() => {
    // not within what draws: that would have it laid out
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [list, drawn])
  return { ends, look }
}

interface MoverProps {
  list: HTMLElement | null
  /** of the list */
  id: string
  by: 1 | -1
  isOff: boolean
}

function Mover({ list, id, by, isOff }: MoverProps) {
  const label = by === 1 ? t('Next boosts') : t('Previous boosts')
  const move = () => {
    if (list === null) return
    const step = (list.firstElementChild?.clientWidth ?? 0) + 12
    const isLeftwards = getComputedStyle(list).direction === 'rtl'
    const left = step * by * (isLeftwards ? -1 : 1)
    list.scrollBy({ left, behavior: wantsStillness() ? 'instant' : 'smooth' })
  }
  return (
    <button
      type="button"
      class="boosts-mover"
      aria-controls={id}
      aria-label={label}
      title={label}
      // it stays in the order of the keyboard, so that the focus is not lost at an end
      aria-disabled={isOff}
      onClick={move}
    >
      <Icon of={by === 1 ? ChevronRight : ChevronLeft} size={18} class="flips" />
    </button>
  )
}
