import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { ScheduledThread } from '../../../shared/entities/api.ts'
import { formatDateTime, formatRelative } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { asLocalTime, fromLocalTime } from '../../../shared/local-time.ts'
import { useList } from '../../../shared/use-resource.ts'
import { openComposer } from '../../compose/open-composer.ts'
import { scheduledChanges } from '../../compose/sent.ts'
import { WrittenSummary } from '../../compose/summary.tsx'
import { earliest } from '../../compose/validation.ts'
import { Drawing } from '../../drawings/drawing.tsx'
import './scheduled.css'

const PATH = '/api/rookery/v1/scheduled_threads'

/** Scheduled posts, threads of them as a whole. */
export function Page() {
  const list = useList<ScheduledThread>(PATH)
  const { reload } = list
  const changes = scheduledChanges.value
  useEffect(() => {
    if (changes > 0) void reload()
  }, [changes, reload])
  return (
    <>
      <PageHead
        title={t('Scheduled posts')}
        lead={t('They are posted by themselves when their time comes.')}
      />
      <List
        list={list}
        label={t('Scheduled posts')}
        keyOf={({ id }) => id}
        empty={
          <>
            <Drawing of="clock" />
            <p>{t('Nothing is scheduled. The calendar above a new post sets a time for it.')}</p>
            <Button kind="primary" onClick={() => openComposer()}>
              {t('New post')}
            </Button>
          </>
        }
      >
        {(scheduled) => (
          <Entry
            scheduled={scheduled}
            onChange={(by) => list.replace(({ id }) => id === scheduled.id, by)}
          />
        )}
      </List>
    </>
  )
}

interface EntryProps {
  scheduled: ScheduledThread
  onChange: (by: ScheduledThread | null) => void
}

function Entry({ scheduled, onChange }: EntryProps) {
  const isMoving = useSignal(false)
  const { posts, scheduled_at } = scheduled
  const [first] = posts
  if (first === undefined) return null
  const { params, error } = first
  return (
    <article class="scheduled-entry">
      <p class="scheduled-time">
        <strong>{formatDateTime(scheduled_at)}</strong>{' '}
        <span class="muted">{formatRelative(scheduled_at)}</span>
      </p>
      {error !== undefined && (
        <Notice tone="danger">{t('It could not be posted: {reason}', { reason: error })}</Notice>
      )}
      <WrittenSummary
        text={params.text}
        warning={params.spoiler_text ?? ''}
        posts={posts.length}
        media={posts.flatMap(({ media_attachments }) => media_attachments)}
        isReply={params.in_reply_to_id !== null}
        isQuote={params.quoted_status_id !== null}
        hasPoll={posts.some((post) => post.params.poll !== null)}
      />
      <div class="buttons end">
        <Button small onClick={() => openComposer({ scheduled })}>
          {t('Edit')}
        </Button>
        <Button
          small
          onClick={() => {
            isMoving.value = true
          }}
        >
          {t('Change the time')}
        </Button>
        <DeleteButton scheduled={scheduled} onGone={() => onChange(null)} />
      </div>
      {isMoving.value && (
        <MoveDialog
          scheduled={scheduled}
          onClose={() => {
            isMoving.value = false
          }}
          onMoved={onChange}
        />
      )}
    </article>
  )
}

function DeleteButton({ scheduled, onGone }: { scheduled: ScheduledThread; onGone: () => void }) {
  const count = scheduled.posts.length
  return (
    <ActionButton
      small
      kind="quiet"
      question={{
        title: plural(count, 'Delete this scheduled post?', 'Delete these {n} scheduled posts?'),
        text: t('It is not posted then, and what you wrote is gone.'),
        confirm: count === 1 ? t('Delete the post') : t('Delete the thread'),
        danger: true,
      }}
      run={async () => {
        await api.delete(`${PATH}/${scheduled.id}`)
        onGone()
      }}
      done={plural(count, 'The scheduled post is deleted.', '{n} scheduled posts are deleted.')}
    >
      {t('Delete')}
    </ActionButton>
  )
}

function MoveDialog(props: {
  scheduled: ScheduledThread
  onClose: () => void
  onMoved: (by: ScheduledThread) => void
}) {
  const { scheduled, onClose, onMoved } = props
  const time = useSignal(asLocalTime(scheduled.scheduled_at))
  const move = async () => {
    const scheduled_at = fromLocalTime(time.value)
    if (scheduled_at === null || Date.parse(scheduled_at) < earliest().getTime()) {
      throw new ApiError(422, { error: t('Choose a time at least five minutes from now.') })
    }
    // of any of its posts, all of them are moved
    await api.put(`/api/v1/scheduled_statuses/${scheduled.id}`, { scheduled_at })
    onMoved(await api.get<ScheduledThread>(`${PATH}/${scheduled.id}`))
    onClose()
  }
  return (
    <Dialog title={t('Change the time')} onClose={onClose}>
      <Form submit={t('Save')} onSubmit={move} onCancel={onClose} done={t('The time is changed.')}>
        <TextField
          label={t('To be posted on')}
          name="scheduled_at"
          type="datetime-local"
          value={time}
          hint={t('In the time zone of this device ({zone})', {
            zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
        />
      </Form>
    </Dialog>
  )
}
