import { useContext } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { plural } from '../../shared/i18n.ts'
import { ArrowDown, Icon } from '../../shared/icons.tsx'
import { type ScrollElement, Scroller, within } from '../feed/scroller.ts'
import { isHidden } from '../status/filters.ts'
import type { Thread } from './thread.ts'
import { showWaiting } from './thread-stream.ts'

/** The button behind which replies wait that arrived, so that nothing moves under who reads. */
export function NewReplies({ thread }: { thread: Thread }) {
  const scroller = useContext(Scroller)
  const n = thread.waiting.value.filter(({ shown }) => !isHidden(shown.value, 'thread')).length
  const words = plural(n, '{n} new reply', '{n} new replies')
  return (
    <div class="waiting">
      {n > 0 && (
        <Button kind="primary" small onClick={() => show(thread, scroller)}>
          <Icon of={ArrowDown} size={16} /> {words}
        </Button>
      )}
      <p class="visually-hidden" role="status">
        {n > 0 && words}
      </p>
    </div>
  )
}

/** Leads to the first of them, once it is drawn. */
function show(thread: Thread, scroller: ScrollElement): void {
  const id = showWaiting(thread)?.id
  const look = (tries: number) => {
    const card = within(scroller).querySelector<HTMLElement>(
      `.replies article[data-status="${id}"]`,
    )
    if (card === null && tries > 0) requestAnimationFrame(() => look(tries - 1))
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  if (id !== undefined) requestAnimationFrame(() => look(60))
}
