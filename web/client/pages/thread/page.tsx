import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { Button } from '../../../shared/components/button.tsx'
import { Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Status } from '../../../shared/entities/api.ts'
import { warmDateTime } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { posted } from '../../compose/sent.ts'
import { listen } from '../../feed/stream.ts'
import { useIntent } from '../../intent.ts'
import type { PageProps } from '../../pages.ts'
import { changeStatus, type Post } from '../../state/statuses.ts'
import { isHidden } from '../../status/filters.ts'
import { StatusCard } from '../../status/status-card.tsx'
import { FocalStatus } from './focal-status.tsx'
import { Gone } from './gone.tsx'
import { followIntent } from './intent.ts'
import { lineOf, Replies } from './replies.tsx'
import {
  hearDeletion,
  hearReply,
  readThread,
  showMissing,
  type Thread,
  threadOf,
} from './thread.ts'
import { treeOf } from './tree.ts'
import './thread.css'

/** What was read for the first drawing of the page is not read again by it. */
let prepared: Thread | null = null

export async function prepare({ id = '' }: PageProps['params']): Promise<void> {
  const thread = threadOf(id)
  prepared = thread
  void warmDateTime()
  await readThread(thread)
}

/** A status with what it answers and what answers it. */
export function Page({ params: { acct = '', id = '' } }: PageProps) {
  const thread = threadOf(id)
  useEffect(() => {
    if (prepared !== thread) void readThread(thread)
    prepared = null
  }, [thread])
  useLive(thread)
  const focal = thread.focal.value
  const error = thread.error.value
  if (error !== null) {
    return <Gone acct={acct} error={error} retry={() => void readThread(thread)} />
  }
  if (focal === null) {
    return (
      <>
        <PageHead title={t('Post')} />
        <Loading />
      </>
    )
  }
  const { display_name, username } = focal.value.account
  return (
    <>
      <PageHead
        title={t('Post by {name}', { name: display_name || username })}
        heading={t('Post')}
      />
      <Whole thread={thread} post={{ id, own: focal, shown: focal }} />
    </>
  )
}

function Whole({ thread, post }: { thread: Thread; post: Post }) {
  const ancestors = thread.ancestors.value.filter((one) => !isHidden(one.shown.value, 'thread'))
  const descendants = thread.descendants.value
  const branches = useMemo(() => treeOf(thread.id, descendants), [thread.id, descendants])
  useIntent(true, (intent) => followIntent(intent, post.shown.peek()))
  useStayAtFocal(ancestors.length)
  return (
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
              />
            </li>
          ))}
        </ol>
      )}
      <div class={ancestors.length > 0 ? 'thread-rest' : undefined}>
        <FocalStatus post={post} hasAncestors={ancestors.length > 0} />
        <Around thread={thread} hasReplies={branches.length > 0} />
        {branches.length > 0 && <Replies branches={branches} />}
      </div>
    </div>
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

/** Keeps the status of the page where it is when what it answers appears above it. */
function useStayAtFocal(ancestors: number): void {
  useLayoutEffect(() => {
    if (ancestors === 0) return
    // on the way back the router goes to where one was
    if (history.state?.scroll !== undefined) return
    // before the next paint, and not within what draws: that would have all laid out in the same task
    const frame = requestAnimationFrame(() =>
      document.getElementById('focal')?.scrollIntoView({ block: 'start' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [ancestors])
}

/** Takes replies that arrive by themselves. */
function useLive(thread: Thread): void {
  useEffect(() => {
    if (viewer === null) return
    // what is written here shows without waiting for the stream
    const before = posted.peek()
    const stop = posted.subscribe((statuses) => {
      if (statuses === before) return
      for (const status of statuses) hearReply(thread, status)
    })
    const leave = listen({
      stream: 'user',
      params: {},
      hear: (event, payload) => hear(thread, event, payload),
      catchUp: () => void readThread(thread),
    })
    return () => {
      stop()
      leave()
    }
  }, [thread])
}

function hear(thread: Thread, event: string, payload: string): void {
  if (event === 'update') hearReply(thread, JSON.parse(payload) as Status)
  if (event === 'notification') {
    const { status } = JSON.parse(payload) as { status?: Status | null }
    if (status != null) hearReply(thread, status)
  }
  if (event === 'status.update') {
    const status = JSON.parse(payload) as Status
    changeStatus(status.id, status)
  }
  if (event === 'delete') hearDeletion(thread, payload)
}
