import type { ComponentChildren, VNode } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { useGradually } from '../../shared/use-gradually.ts'
import type { FeedPlace } from './feed.ts'
import { MARGIN, watchHeight, watchNearness } from './near-viewport.ts'
import { heightOf, type ScrollElement, Scroller } from './scroller.ts'

interface Drawn<T> {
  id: number
  entries: readonly T[]
  isInSight?: true
}

interface VirtualListProps<T, B extends Drawn<T>> {
  blocks: readonly B[]
  /** heights of the blocks and where the reader was: kept, so that coming back finds all of it in its place */
  place: FeedPlace
  keyOf: (entry: T) => string
  children: (entry: T) => ComponentChildren
  /** stands above and below a block */
  before?: (block: B) => ComponentChildren
  after?: (block: B) => ComponentChildren
}

/** px: what a block may be like that was never drawn */
const UNKNOWN = 2000
/** entries of a new list that are drawn with the page around it; the others follow at once, each by itself */
const AT_ONCE = 1

/**
 * A list of any length: blocks far from what is seen are put away, and their height is kept. What is left
 * are ordinary elements in ordinary order, so focus, search and the browser's own scroll anchoring work.
 */
export function VirtualList<T, B extends Drawn<T>>(props: VirtualListProps<T, B>) {
  const { blocks, place, keyOf, children, before, after } = props
  const scroller = useContext(Scroller)
  const [near] = useState(() => nearBlocks(blocks, place, scroller))
  /** Entries of the first step: all near the restored position or in sight, else the first few of a new list. */
  const atOnce = ({ id, isInSight }: B, index: number) => {
    if (isInSight === true || near.has(id)) return Number.POSITIVE_INFINITY
    return near.size === 0 && index < 1 ? AT_ONCE : 0
  }
  return (
    <>
      {blocks.map((block, index) => (
        <div key={block.id} class="block" data-block={block.id}>
          {before?.(block)}
          <Block
            entries={block.entries}
            atOnce={atOnce(block, index)}
            height={place.heights.get(block.id) ?? UNKNOWN}
            measured={(height) => place.heights.set(block.id, height)}
          >
            {(entry) => (
              <div key={keyOf(entry)} class="entry" data-entry={keyOf(entry)}>
                {children(entry)}
              </div>
            )}
          </Block>
          {after?.(block)}
        </div>
      ))}
    </>
  )
}

/** Blocks that are around what the reader saw. */
function nearBlocks<T>(
  blocks: readonly Drawn<T>[],
  place: FeedPlace,
  scroller: ScrollElement,
): Set<number> {
  const near = new Set<number>()
  // not drawn yet: looking at the window would lay out all that is there
  if (place.heights.size === 0) return near
  const end = place.scroll + heightOf(scroller) + MARGIN
  let top = 0
  for (const { id } of blocks) {
    const bottom = top + (place.heights.get(id) ?? UNKNOWN)
    const isNear = bottom > place.scroll - MARGIN && top < end
    if (isNear && place.heights.has(id)) near.add(id)
    top = bottom
  }
  return near
}

interface BlockProps<T> {
  entries: readonly T[]
  /** how many are drawn in the first step */
  atOnce: number
  /** px, while some are not drawn */
  height: number
  measured: (height: number) => void
  children: (entry: T) => VNode
}

/** Near the window its entries are drawn, one after another so that nothing else has to wait. */
function Block<T>({ entries, atOnce, height, measured, children }: BlockProps<T>) {
  const element = useRef<HTMLDivElement>(null)
  const scroller = useContext(Scroller)
  const [isWanted, setWanted] = useState(atOnce > 0)
  const isNear = useRef(isWanted)
  const { drawn, isWhole } = useGradually(entries, children, { atOnce, isWanted })
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const decide = () => setWanted((before) => isNear.current || (before && isInUse(current)))
    const stop = watchNearness(current, scroller, (near) => {
      isNear.current = near
      decide()
    })
    // once it is no longer used it may go
    const left = () => setTimeout(decide, 0)
    const parts = ['focusout', 'pause', 'ended'] as const
    for (const part of parts) current.addEventListener(part, left, { capture: true })
    return () => {
      stop()
      for (const part of parts) current.removeEventListener(part, left, { capture: true })
    }
  }, [scroller])
  const tell = useRef(measured)
  tell.current = measured
  useEffect(() => {
    const { current } = element
    if (current === null || !isWhole) return
    return watchHeight(current, (now) => tell.current(now))
  }, [isWhole])
  return (
    <div
      ref={element}
      style={isWhole ? undefined : { minHeight: `${height}px` }}
      aria-busy={isWanted && !isWhole ? 'true' : undefined}
    >
      {drawn}
    </div>
  )
}

/** Whether a block must stay: it has the focus, an open menu, playing media or selected text. */
function isInUse(block: Element): boolean {
  if (block.contains(document.activeElement)) return true
  if (block.querySelector('[aria-expanded="true"][aria-haspopup]') !== null) return true
  const media = block.querySelectorAll<HTMLMediaElement>('audio, video:not([muted])')
  if ([...media].some(({ paused, ended }) => !paused && !ended)) return true
  const marked = getSelection()
  return marked !== null && !marked.isCollapsed && marked.containsNode(block, true)
}
