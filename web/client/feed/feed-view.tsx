import type { ComponentChildren } from 'preact'
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks'
import { Empty, ErrorNotice } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import type { Block } from './block.ts'
import type { Feed } from './feed.ts'
import { GapButton } from './gap-button.tsx'
import { NewEntriesButton } from './new-entries-button.tsx'
import { type Group, type Grouping, groupsOf, headingsOf, type Row, rowMaker } from './rows.ts'
import { useScrollPosition } from './scroll-position.ts'
import { Scroller } from './scroller.ts'
import { FeedSkeleton } from './skeleton.tsx'
import { VirtualList } from './virtual-list.tsx'
import { WayBack } from './way-back.tsx'

interface FeedViewProps<T> {
  feed: Feed<T>
  /** for readers of the screen */
  label: string
  keyOf: (entry: T) => string
  children: (entry: T) => ComponentChildren
  /** which entries are shown as one, and how they are drawn then */
  grouping?: Grouping<T> | undefined
  drawGroup?: (row: Row<T>, group: Group) => ComponentChildren
  /** heading of those that follow each other with the same one; empty: that of the entry before */
  headingOf?: (entry: T) => string
  /** what stands there if there is nothing, and how to get on */
  empty: ComponentChildren
  /** those that are left out are kept all the same; the same function as long as it decides the same */
  shows?: (entry: T) => boolean
  /** a link leads back to where the reader was, too, not only the way back */
  keepsPlace?: boolean
  /** where the feed ends */
  end?: ComponentChildren
  /** what the button says behind which newer ones wait; default: that they are posts */
  newer?: (count: number) => string
}

const everything = () => true

/**
 * A feed: what waits, what there is, what is missing, what is older. It is a region of articles, not `role=feed`:
 * that allows no buttons between them, and readers of the screen go from article to article either way.
 */
export function FeedView<T>(props: FeedViewProps<T>) {
  const {
    feed,
    label,
    keyOf,
    grouping,
    empty,
    shows = everything,
    keepsPlace = false,
    end,
    newer,
  } = props
  const state = feed.state.value
  const error = feed.error.value
  const known = feed.blocks.value
  const groups = groupsOf(known, grouping, feed.view.groups)
  const keyNow = useRef(keyOf)
  keyNow.current = keyOf
  const makeRows = useMemo(() => rowMaker<T>((entry) => keyNow.current(entry)), [feed])
  const blocks = makeRows(useShown(known, shows), groups)
  useEffect(() => void feed.start(), [feed])
  useScrollPosition(feed.view, keepsPlace)
  const isEmpty = blocks.every(({ entries }) => entries.length === 0)
  return (
    <>
      <NewEntriesButton feed={feed} shows={shows} {...(newer && { newer })} />
      <section
        class={isEmpty && state !== 'busy' && state !== 'new' ? 'feed bare' : 'feed'}
        data-feed={feed.key}
        aria-label={label}
        aria-busy={state === 'busy' ? 'true' : undefined}
      >
        <VirtualList
          blocks={blocks}
          place={feed.view}
          keyOf={(row: Row<T>) => row.key}
          before={(block) => block.readBefore && <ReadBefore />}
          after={(block) => block.gap && <GapButton feed={feed} block={block} gap={block.gap} />}
        >
          {drawingOf(props, blocks)}
        </VirtualList>
        {state === 'end' && isEmpty && <Empty>{empty}</Empty>}
        {error !== null && <ErrorNotice error={error} retry={() => void feed.readOlder()} />}
        {(state === 'busy' || state === 'new') && <FeedSkeleton isFirst={isEmpty} />}
        {state === 'end' && !isEmpty && (end ?? <FeedEnd />)}
        {state === 'ready' && <Sentinel reached={() => void feed.readOlder()} />}
        <WayBack feed={feed} />
      </section>
    </>
  )
}

/** How a row is drawn: below its heading, where it has one. */
function drawingOf<T>(
  { children, drawGroup, headingOf }: FeedViewProps<T>,
  blocks: readonly Block<Row<T>>[],
) {
  const headings = headingOf && headingsOf(blocks, headingOf)
  return (row: Row<T>) => (
    <>
      {headings?.has(row) && <h2 class="feed-heading">{headings.get(row)}</h2>}
      {row.group === null || drawGroup === undefined
        ? children(row.entries[0])
        : drawGroup(row, row.group)}
    </>
  )
}

/** The blocks without what is left out; those that do not change stay the same. */
function useShown<T>(blocks: readonly Block<T>[], shows: (entry: T) => boolean) {
  const made = useMemo(() => new WeakMap<Block<T>, Block<T>>(), [shows])
  return blocks.map((block) => {
    let shown = made.get(block)
    if (shown === undefined) {
      const entries = block.entries.filter(shows)
      shown = entries.length === block.entries.length ? block : { ...block, entries }
      made.set(block, shown)
    }
    return shown
  })
}

function FeedEnd() {
  return <p class="feed-end muted">{t('You have seen all of it.')}</p>
}

/** Between what is new and what was there when the reader looked last. */
function ReadBefore() {
  return (
    <p class="read-before">
      <span>{t('You had read from here')}</span>
    </p>
  )
}

/** Asks for more before the end is in sight. */
function Sentinel({ reached }: { reached: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  const root = useContext(Scroller)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        // fast scrolling brings several at once: where it is now is in the last
        if (changes.at(-1)?.isIntersecting) reached()
      },
      { root, rootMargin: '1500px 0px' },
    )
    if (element.current !== null) observer.observe(element.current)
    return () => observer.disconnect()
  })
  return <div ref={element} class="sentinel" />
}
