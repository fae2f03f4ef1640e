import { useContext, useEffect } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { ErrorNotice } from '../../shared/components/notice.tsx'
import { keepFocus } from '../../shared/focus.ts'
import { t } from '../../shared/i18n.ts'
import type { Block, Gap } from './block.ts'
import type { Feed } from './feed.ts'
import { holdEntry, offsetOf } from './scroll-position.ts'
import { heardAt, type ScrollElement, Scroller, scrollOf } from './scroller.ts'

interface GapButtonProps<T> {
  feed: Feed<T>
  block: Pick<Block<T>, 'id'>
  gap: Gap
}

/**
 * Where something is missing. Who reads upwards, as from where they had stopped, keeps what is below in its place
 * and gets the older ones first; who reads downwards keeps what is above.
 */
export function GapButton<T>({ feed, block, gap }: GapButtonProps<T>) {
  const scroller = useContext(Scroller)
  useEffect(() => watchDirection(scroller), [scroller])
  const fill = async () => {
    const { isUpwards } = directionOf(scroller)
    const end = isUpwards ? 'lower' : 'upper'
    const held = isUpwards ? placeOf(feed, firstBelow(feed, block), scroller) : null
    await feed.readGap(block, end)
    // twice: when it is drawn, and after the browser has moved by itself
    requestAnimationFrame(() => {
      holdEntry(held, scroller)
      requestAnimationFrame(() => holdEntry(held, scroller))
    })
    keepFocus()
  }
  return (
    <div class="gap">
      {gap.error !== null && <ErrorNotice error={gap.error} />}
      <Button busy={gap.busy} onClick={() => void fill()}>
        {gap.error === null ? t('Show what is missing here') : t('Try again')}
      </Button>
    </div>
  )
}

function firstBelow<T>(feed: Feed<T>, { id }: Pick<Block<T>, 'id'>): T | undefined {
  const blocks = feed.blocks.peek()
  const at = blocks.findIndex((block) => block.id === id)
  return blocks.slice(at + 1).find(({ entries }) => entries.length > 0)?.entries[0]
}

/** Where an entry is now. */
function placeOf<T>(feed: Feed<T>, entry: T | undefined, scroller: ScrollElement) {
  if (entry === undefined) return null
  const key = feed.idOf(entry)
  const offset = offsetOf(key, scroller)
  return offset === undefined ? null : { key, offset }
}

interface Direction {
  /** px */
  at: number
  isUpwards: boolean
}

/** Whither one reads, in each place that scrolls. */
const directions = new WeakMap<object, Direction>()

function directionOf(scroller: ScrollElement): Direction {
  const where = scroller ?? window
  const known = directions.get(where)
  if (known !== undefined) return known
  const made = { at: 0, isUpwards: false }
  directions.set(where, made)
  return made
}

function watchDirection(scroller: ScrollElement): () => void {
  const direction = directionOf(scroller)
  direction.at = scrollOf(scroller)
  const look = () => {
    const now = scrollOf(scroller)
    if (now !== direction.at) direction.isUpwards = now < direction.at
    direction.at = now
  }
  const heard = heardAt(scroller)
  heard.addEventListener('scroll', look, { passive: true })
  return () => heard.removeEventListener('scroll', look)
}
