import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Empty, ErrorNotice } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import type { Block } from './block.ts'
import type { Feed } from './feed.ts'
import { GapButton } from './gap-button.tsx'
import { useScrollPlace } from './scroll-place.ts'
import { FeedSkeleton } from './skeleton.tsx'
import { VirtualList } from './virtual-list.tsx'
import { Waiting } from './waiting.tsx'

interface FeedViewProps<T> {
  feed: Feed<T>
  /** for readers of the screen */
  label: string
  keyOf: (entry: T) => string
  children: (entry: T) => ComponentChildren
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
    children,
    empty,
    shows = everything,
    keepsPlace = false,
    end,
    newer,
  } = props
  const state = feed.state.value
  const error = feed.error.value
  const blocks = useShown(feed.blocks.value, shows)
  useEffect(() => void feed.start(), [feed])
  useScrollPlace(feed.view, keepsPlace)
  const isEmpty = blocks.every(({ entries }) => entries.length === 0)
  return (
    <>
      <Waiting feed={feed} shows={shows} {...(newer && { newer })} />
      <section
        class={isEmpty && state !== 'busy' && state !== 'new' ? 'feed bare' : 'feed'}
        aria-label={label}
        aria-busy={state === 'busy' ? 'true' : undefined}
      >
        <VirtualList
          blocks={blocks}
          place={feed.view}
          keyOf={keyOf}
          before={(block) => block.readBefore && <ReadBefore />}
          after={(block) => block.gap && <GapButton feed={feed} block={block} gap={block.gap} />}
        >
          {children}
        </VirtualList>
        {state === 'end' && isEmpty && <Empty>{empty}</Empty>}
        {error !== null && <ErrorNotice error={error} retry={() => void feed.readOlder()} />}
        {(state === 'busy' || state === 'new') && <FeedSkeleton isFirst={isEmpty} />}
        {state === 'end' && !isEmpty && (end ?? <FeedEnd />)}
        {state === 'ready' && <Sentinel reached={() => void feed.readOlder()} />}
      </section>
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
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) => {
        // fast scrolling brings several at once: where it is now is in the last
        if (changes.at(-1)?.isIntersecting) reached()
      },
      { rootMargin: '1500px 0px' },
    )
    if (element.current !== null) observer.observe(element.current)
    return () => observer.disconnect()
  })
  return <div ref={element} class="sentinel" />
}
