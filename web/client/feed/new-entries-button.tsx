import { useContext, useEffect, useState } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { plural, t } from '../../shared/i18n.ts'
import { ArrowUp, Icon } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import type { Feed } from './feed.ts'
import { type ScrollElement, Scroller, scrollToY, within } from './scroller.ts'
import { showWaiting } from './show-waiting.ts'
import { connection, lives } from './streaming.ts'

interface NewEntriesButtonProps<T> {
  feed: Feed<T>
  shows: (entry: T) => boolean
  /** what the button says; default: that they are posts */
  newer?: (count: number) => string
}

const newPosts = (count: number): string => plural(count, '{n} new post', '{n} new posts')

/** The button behind which new entries wait, so that nothing moves under who reads; and whether more will come. */
export function NewEntriesButton<T>({ feed, shows, newer = newPosts }: NewEntriesButtonProps<T>) {
  const scroller = useContext(Scroller)
  const n = feed.waiting.value.filter(shows).length
  const said = useNowAndThen(n)
  const isLost = useLongLost() && lives.value.has(feed.key)
  return (
    <div class="waiting">
      {n > 0 && (
        <Button
          kind="primary"
          small
          onClick={() => {
            showWaiting(feed)
            scrollToY(scroller, 0)
            focusFirst(scroller)
          }}
        >
          <Icon of={ArrowUp} size={16} /> {newer(n)}
        </Button>
      )}
      <p class="visually-hidden" role="status">
        {said > 0 && newer(said)}
      </p>
      <p class={isLost ? 'not-live' : 'visually-hidden'} role="status">
        {isLost && t('Not live: reconnecting…')}
      </p>
    </div>
  )
}

/** Moves the focus of keyboard users to the first post that was shown. */
function focusFirst(scroller: ScrollElement): void {
  requestAnimationFrame(() => {
    within(scroller).querySelector<HTMLElement>('.feed article')?.focus({ preventScroll: true })
  })
}

/** ms between two words about new posts: more often would drown what is read out */
const PAUSE = 30_000

/** The number as it is told to readers of the screen: at first, then now and then. */
function useNowAndThen(n: number): number {
  const [told, setTold] = useState({ n: 0, at: 0 })
  useEffect(() => {
    if (n === told.n) return
    const wait = n === 0 ? 0 : Math.max(0, told.at + PAUSE - Date.now())
    const timer = setTimeout(() => setTold({ n, at: n === 0 ? told.at : Date.now() }), wait)
    return () => clearTimeout(timer)
  }, [n, told])
  return told.n
}

/** ms: shorter interruptions concern nobody */
const PATIENCE = 4000

function useLongLost(): boolean {
  const isLost = viewer !== null && connection.value === 'lost'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLost) return setLong(false)
    const timer = setTimeout(() => setLong(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [isLost])
  return isLost && isLong
}
