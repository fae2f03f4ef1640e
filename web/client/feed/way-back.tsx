import { useContext } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { ArrowDown, Icon, X } from '../../shared/icons.tsx'
import type { Feed } from './feed.ts'
import { isNewer } from './id-order.ts'
import { type ScrollElement, Scroller, within } from './scroller.ts'

/** The way back to where one was, in a feed that began at its newest. It covers little, and can be sent away. */
export function WayBack<T>({ feed }: { feed: Feed<T> }) {
  const scroller = useContext(Scroller)
  if (feed.left.value === null) return null
  return (
    <div class="way-back">
      <Button kind="primary" small onClick={() => void goBack(feed, scroller)}>
        <Icon of={ArrowDown} size={16} /> {t('Back to where you were')}
      </Button>
      <button
        type="button"
        class="way-back-close"
        aria-label={t('Stay here')}
        title={t('Stay here')}
        onClick={feed.forgetLeft}
      >
        <Icon of={X} size={16} />
      </button>
    </div>
  )
}

async function goBack<T>(feed: Feed<T>, scroller: ScrollElement): Promise<void> {
  const left = feed.left.peek()
  if (left === null) return
  if (!(await feed.readLeft())) {
    // what was read is gone, as from a home timeline that was rebuilt
    if (feed.state.peek() !== 'failed') feed.forgetLeft()
    return
  }
  const isThere = (key: string) => !isNewer(key, left)
  const block = feed.blocks
    .peek()
    .find(({ entries }) => entries.some((one) => isThere(feed.idOf(one))))
  look({ block: block?.id, isThere, scroller }, TRIES)
  feed.forgetLeft()
}

/** frames that a block far away may take to be drawn */
const TRIES = 90

interface Wanted {
  block: number | undefined
  isThere: (key: string) => boolean
  scroller: ScrollElement
}

/** Scrolls to a block, and once its entries are drawn to the first that somebody had read. */
function look(wanted: Wanted, tries: number): void {
  const { block, isThere, scroller } = wanted
  requestAnimationFrame(() => {
    const entries = within(scroller).querySelectorAll<HTMLElement>('.feed .entry')
    const entry = [...entries].find(({ dataset }) => isThere(dataset.entry ?? ''))
    const target = entry ?? within(scroller).querySelector(`.feed [data-block="${block}"]`)
    target?.scrollIntoView({ block: 'start', behavior: 'instant' })
    entry?.querySelector('article')?.focus({ preventScroll: true })
    if (entry === undefined && tries > 0) look(wanted, tries - 1)
  })
}
