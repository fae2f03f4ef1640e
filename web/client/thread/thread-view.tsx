import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { posted } from '../compose/sent.ts'
import { Scroller, scrollByY, scrollOf, within } from '../feed/scroller.ts'
import { listen } from '../feed/streaming.ts'
import type { Post } from '../state/statuses.ts'
import { webSetting } from '../state/web-settings.ts'
import { isHidden } from '../status/filters.ts'
import { StatusCard } from '../status/status-card.tsx'
import { FocalStatus } from './focal-status.tsx'
import { Marks } from './marks.tsx'
import { NewReplies } from './new-replies.tsx'
import { lineOf, Replies } from './replies.tsx'
import { RepliesHead } from './replies-head.tsx'
import { catchUp, readThread, showMissing, type Thread } from './thread.ts'
import { ThreadContext } from './thread-context.ts'
import { hear, hearReply } from './thread-stream.ts'
import { sizeOf, treeOf } from './tree.ts'
import { WayUp } from './way-up.tsx'
import './thread.css'

const isShown = ({ shown }: Post): boolean => !isHidden(shown.peek(), 'thread')

/** A status with what it answers and what answers it, wherever it scrolls. @param post the status that it is about */
export function ThreadView({ thread, post }: { thread: Thread; post: Post }) {
  const ancestors = thread.ancestors.value.filter((one) => !isHidden(one.shown.value, 'thread'))
  const branches = useBranches(thread, post)
  const authorId = authorOf(thread, post)
  // known before what it answers is, so that nothing moves then
  const isReply = post.shown.value.in_reply_to_id !== null
  const marks = useMemo(() => ({ authorId, fresh: thread.fresh }), [authorId, thread])
  const count = useMemo(() => sizeOf(branches), [branches])
  useStayAtFocal(ancestors.length)
  return (
    <ThreadContext.Provider value={marks}>
      <NewReplies thread={thread} />
      {ancestors.length > 0 && <WayUp ancestors={ancestors} />}
      <div class="thread-page">
        {ancestors.length > 0 && (
          <ol class="ancestors" aria-label={t('What it answers')}>
            {ancestors.map((one, at) => (
              <li key={one.id}>
                <StatusCard
                  post={one}
                  context="thread"
                  line={lineOf(at > 0, true)}
                  isInThread={at > 0}
                  marks={<Marks post={one} />}
                />
              </li>
            ))}
          </ol>
        )}
        <div class={isReply ? 'thread-rest' : undefined}>
          <FocalStatus post={post} hasAncestors={ancestors.length > 0} />
          <Around thread={thread} hasReplies={branches.length > 0} />
          {count > 1 && <RepliesHead count={count} />}
          {branches.length > 0 && <Replies branches={branches} />}
        </div>
      </div>
    </ThreadContext.Provider>
  )
}

/** Account that began the thread; undefined while what the status answers is not known. */
function authorOf(thread: Thread, post: Post): string | undefined {
  const [first] = thread.ancestors.value
  const { in_reply_to_id: to, account } = post.shown.value
  if (first === undefined) return to === null ? account.id : undefined
  return first.own.value.account.id
}

function useBranches(thread: Thread, post: Post) {
  const descendants = thread.descendants.value
  const order = webSetting('thread_order').value
  const authorId = post.shown.value.account.id
  return useMemo(
    () => treeOf(thread.id, descendants.filter(isShown), { order, authorId }),
    [thread.id, descendants, order, authorId],
  )
}

/** Says what is still being read, or looked for elsewhere. */
function Around({ thread, hasReplies }: { thread: Thread; hasReplies: boolean }) {
  const context = thread.context.value
  const missing = thread.missing.value
  return (
    <div class="thread-notes" role="status">
      {context === 'reading' && <p class="muted">{t('Loading the conversation…')}</p>}
      {context === 'failed' && (
        <p>
          {t('The conversation could not be loaded.')}{' '}
          <Button small onClick={() => void readThread(thread)}>
            {t('Try again')}
          </Button>
        </p>
      )}
      {missing === 'searching' && <p class="muted">{t('Looking for more replies…')}</p>}
      {missing === 'found' && (
        <p>
          <Button small kind="primary" onClick={() => void showMissing(thread)}>
            {t('Show more replies')}
          </Button>
        </p>
      )}
      {context === 'ready' && missing === 'none' && !hasReplies && (
        <p class="muted">{t('No replies yet.')}</p>
      )}
    </div>
  )
}

/**
 * Puts the status at the top of what is seen when what it answers appears above it. Who reads on already keeps what is
 * read where it is.
 */
function useStayAtFocal(ancestors: number): void {
  const scroller = useContext(Scroller)
  const focal = () => within(scroller).querySelector('.focal')
  const drawn = useRef<number | null>(null)
  // looked at before what stands above it is drawn
  const isMoved = drawn.current !== null && drawn.current !== ancestors
  const before = isMoved ? focal()?.getBoundingClientRect().top : undefined
  useLayoutEffect(() => {
    drawn.current = ancestors
    if (ancestors === 0) return
    // on the way back the router goes to where one was
    if (before === undefined && scroller === null && history.state?.scroll !== undefined) return
    const isReading = before !== undefined && scrollOf(scroller) > 0
    // before the next paint, and not within what draws: that would have all laid out in the same task
    const frame = requestAnimationFrame(() => {
      const now = focal()?.getBoundingClientRect().top ?? 0
      if (isReading) scrollByY(scroller, now - before)
      else focal()?.scrollIntoView({ block: 'start', behavior: 'instant' })
    })
    return () => cancelAnimationFrame(frame)
  }, [ancestors, scroller])
}

/** Takes replies that arrive by themselves, while it is looked at. */
export function useLiveThread(thread: Thread): void {
  useEffect(() => {
    if (viewer === null) return
    // what is written here shows without waiting for the stream
    const before = posted.peek()
    const stop = posted.subscribe((statuses) => {
      if (statuses === before) return
      for (const status of statuses) hearReply(thread, status, status.account.id)
    })
    const leave = listen({
      stream: 'user',
      params: {},
      hear: (event, payload) => hear(thread, event, payload, viewer?.account_id),
      catchUp: () => void catchUp(thread),
    })
    return () => {
      stop()
      leave()
    }
  }, [thread])
}
