import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { ScheduledStatus } from '../../../shared/entities/api.ts'
import { formatDateTime, formatRelative } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { asLocalTime, fromLocalTime } from '../../../shared/local-time.ts'
import { useList } from '../../../shared/resource.ts'
import { openComposer } from '../../compose/open.ts'
import { earliest } from '../../compose/problems.ts'
import { scheduledChanges } from '../../compose/sent.ts'
import { WrittenSummary } from '../../compose/summary.tsx'
import './scheduled.css'

const PATH = '/api/v1/scheduled_statuses'

/** What waits for its time. */
export function Page() {
  const list = useList<ScheduledStatus>(PATH)
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
  scheduled: ScheduledStatus
  onChange: (by: ScheduledStatus | null) => void
}

function Entry({ scheduled, onChange }: EntryProps) {
  const isMoving = useSignal(false)
  const { params, scheduled_at } = scheduled
  return (
    <article class="scheduled-entry">
      <p class="scheduled-time">
        <strong>{formatDateTime(scheduled_at)}</strong>{' '}
        <span class="muted">{formatRelative(scheduled_at)}</span>
      </p>
      {scheduled.error !== undefined && (
        <Notice tone="danger">
          {t('It could not be posted: {reason}', { reason: scheduled.error })}
        </Notice>
      )}
      <WrittenSummary
        text={params.text}
        warning={params.spoiler_text ?? ''}
        posts={1}
        media={scheduled.media_attachments}
        isReply={params.in_reply_to_id !== null}
        isQuote={params.quoted_status_id !== null}
        hasPoll={params.poll !== null}
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

function DeleteButton({ scheduled, onGone }: { scheduled: ScheduledStatus; onGone: () => void }) {
  return (
    <ActionButton
      small
      kind="quiet"
      question={{
        title: t('Delete this scheduled post?'),
        text: t('It is not posted then, and what you wrote is gone.'),
        confirm: t('Delete the post'),
        danger: true,
      }}
      run={async () => {
        await api.delete(`${PATH}/${scheduled.id}`)
        onGone()
      }}
      done={t('The scheduled post is deleted.')}
    >
      {t('Delete')}
    </ActionButton>
  )
}

function MoveDialog(props: {
  scheduled: ScheduledStatus
  onClose: () => void
  onMoved: (by: ScheduledStatus) => void
}) {
  const { scheduled, onClose, onMoved } = props
  const time = useSignal(asLocalTime(scheduled.scheduled_at))
  const move = async () => {
    const scheduled_at = fromLocalTime(time.value)
    if (scheduled_at === null || Date.parse(scheduled_at) < earliest().getTime()) {
      throw new ApiError(422, { error: t('Choose a time at least five minutes from now.') })
    }
    onMoved(await api.put<ScheduledStatus>(`${PATH}/${scheduled.id}`, { scheduled_at }))
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
