import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { ErrorNotice } from '../../shared/components/notice.tsx'
import { keepFocus } from '../../shared/focus.ts'
import { t } from '../../shared/i18n.ts'
import type { Block, Gap } from './block.ts'
import type { Feed } from './feed.ts'
import { findEntry, holdEntry } from './scroll-place.ts'

interface GapButtonProps<T> {
  feed: Feed<T>
  block: Block<T>
  gap: Gap
}

/**
 * Where something is missing. Who reads upwards, as from where they had stopped, keeps what is below in its place
 * and gets the older ones first; who reads downwards keeps what is above.
 */
export function GapButton<T>({ feed, block, gap }: GapButtonProps<T>) {
  useEffect(watchDirection, [])
  const fill = async () => {
    const end = isUpwards ? 'lower' : 'upper'
    const held = isUpwards ? placeOf(feed, firstBelow(feed, block)) : null
    await feed.readGap(block, end)
    // twice: when it is drawn, and after the browser has moved by itself
    requestAnimationFrame(() => {
      holdEntry(held)
      requestAnimationFrame(() => holdEntry(held))
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

function firstBelow<T>(feed: Feed<T>, { id }: Block<T>): T | undefined {
  const blocks = feed.blocks.peek()
  const at = blocks.findIndex((block) => block.id === id)
  return blocks.slice(at + 1).find(({ entries }) => entries.length > 0)?.entries[0]
}

/** Where an entry is now. */
function placeOf<T>(feed: Feed<T>, entry: T | undefined) {
  if (entry === undefined) return null
  const key = feed.idOf(entry)
  const offset = findEntry(key)?.getBoundingClientRect().top
  return offset === undefined ? null : { key, offset }
}

let lastScroll = 0
let isUpwards = false

function watchDirection(): () => void {
  lastScroll = scrollY
  const look = () => {
    if (scrollY !== lastScroll) isUpwards = scrollY < lastScroll
    lastScroll = scrollY
  }
  addEventListener('scroll', look, { passive: true })
  return () => removeEventListener('scroll', look)
}
