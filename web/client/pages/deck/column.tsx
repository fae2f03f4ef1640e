import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { Empty } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'
import { ArrowLeft, Ellipsis, Icon } from '../../../shared/icons.tsx'
import { place } from '../../../shared/router.ts'
import { Scroller } from '../../feed/scroller.ts'
import { openColumnMenu } from './column-menu.tsx'
import { ColumnThread } from './column-thread.tsx'
import { iconOf, titleOf } from './column-words.ts'
import type { Column } from './columns.ts'
import { closePost, readings } from './deck-state.ts'
import { dragsOf, dropsOf, isDropTarget } from './dragging.ts'
import { focusPostIn } from './focus-column.ts'
import { openedIn } from './opened.ts'
import { ConversationsColumn, NotificationsColumn } from './other-columns.tsx'
import { PostsColumn } from './posts-column.tsx'
import { postsOf } from './posts-of.ts'
import { useCurrent, useInSight, useOpensHere, useScrollThroughMoves } from './use-column.ts'

interface ColumnProps {
  column: Column
  /** its number, from 0 */
  at: number
  /** what the columns scroll in, sideways */
  strip: HTMLElement | null
}

/** A column: its head, and below it what scrolls by itself. */
export function ColumnView({ column, at, strip }: ColumnProps) {
  const { id, width = 'usual' } = column
  const heading = useId()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const opened = openedIn(place.value.query, id)
  const top = opened.at(-1) ?? null
  const isInSight = useInSight(element, strip)
  useCurrent(element, scroller, id)
  useOpensHere(element, id, top)
  useScrollThroughMoves(scroller, at)
  useFocusAfterClosing(id, opened)
  // what happens to other columns draws nothing of it anew
  const content = useMemo(() => <Content key={top} column={column} top={top} />, [column, top])
  const looks = ['column', width, isDropTarget(id) && 'drop'].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no fieldset, and the feed in it is the region
    <div
      ref={setElement}
      role="group"
      class={looks}
      data-column={id}
      aria-labelledby={heading}
      {...dropsOf(id, at)}
    >
      <Head column={column} heading={heading} isOpen={top !== null} scroller={scroller} />
      <div ref={setScroller} class="column-body">
        <Scroller.Provider value={scroller}>
          {scroller !== null && isInSight && content}
        </Scroller.Provider>
      </div>
    </div>
  )
}

interface HeadProps {
  column: Column
  heading: string
  isOpen: boolean
  scroller: HTMLElement | null
}

function Head({ column, heading, isOpen, scroller }: HeadProps) {
  const title = titleOf(column)
  return (
    <header class="column-head" {...dragsOf(column.id)}>
      {isOpen && (
        <button type="button" class="column-button" onClick={() => closePost(column.id)}>
          <Icon of={ArrowLeft} class="flips" />
          <span class="visually-hidden">{t('Back to {column}', { column: title })}</span>
        </button>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key 0 does the same */}
      <h2
        id={heading}
        tabIndex={-1}
        title={title}
        onClick={() => scroller?.scrollTo({ top: 0, behavior: 'instant' })}
      >
        <Icon of={iconOf(column)} size={18} />
        <bdi>{title}</bdi>
      </h2>
      <button
        type="button"
        class="column-button column-menu"
        aria-haspopup="menu"
        aria-label={t('Change the column {column}', { column: title })}
        onClick={(event) => openColumnMenu(event.currentTarget, column)}
      >
        <Icon of={Ellipsis} />
      </button>
    </header>
  )
}

function Content({ column, top }: { column: Column; top: string | null }) {
  // what was let go is read anew
  void readings.value
  if (top !== null) return <ColumnThread id={top} />
  if (column.kind === 'notifications') return <NotificationsColumn column={column} />
  if (column.kind === 'conversations') return <ConversationsColumn column={column} />
  const posts = postsOf(column)
  if (posts !== null) return <PostsColumn column={column} posts={posts} />
  return (
    <Empty>
      <p>
        {t('A newer version of this page has made this column. Load the page again to see it.')}
      </p>
    </Empty>
  )
}

/** Brings the focus back to the post from which one came. */
function useFocusAfterClosing(id: string, opened: readonly string[]): void {
  const before = useRef(opened)
  useEffect(() => {
    const closed = before.current.at(-1)
    const isClosed = opened.length < before.current.length && closed !== undefined
    before.current = opened
    if (isClosed && opened.length === 0) focusPostIn(id, closed)
  }, [opened.join('.'), id])
}
