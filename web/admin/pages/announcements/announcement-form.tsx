import { useSignal } from '@preact/signals'
import { Card } from '../../../shared/components/card.tsx'
import { Checkbox, Choices, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import type { Announcement } from '../../../shared/entities/content.ts'
import { asLocalTime } from '../../../shared/local-time.ts'
import { Preview } from './preview.tsx'
import { readTyped, type Typed, type When } from './typed.ts'

const LONGEST = 5000

const WHEN: readonly { value: When; title: string; hint: string }[] = [
  { value: 'now', title: 'At once', hint: 'Everybody here is shown it as soon as you send it.' },
  { value: 'later', title: 'At a time', hint: 'It is published by itself.' },
  {
    value: 'draft',
    title: 'Not yet',
    hint: 'Only the staff sees it, until somebody publishes it.',
  },
]

const SUBMIT: Readonly<Record<When, string>> = {
  now: 'Publish',
  later: 'Schedule',
  draft: 'Save the draft',
}

interface AnnouncementFormProps {
  announcement: Announcement
  onSave: (body: object) => Promise<void>
}

export function AnnouncementForm({ announcement, onSave }: AnnouncementFormProps) {
  const isShown = announcement.published
  const text = useSignal(announcement.text)
  const when = useSignal<string>(firstChoice(announcement))
  const publishAt = useSignal(asLocalTime(announcement.scheduled_at))
  const isTimed = useSignal(announcement.starts_at !== null)
  const allDay = useSignal(announcement.all_day)
  const times = useTimes(announcement)
  const chosen = when.value as When
  const save = async () => {
    const typed: Typed = {
      text: text.value,
      when: isShown ? null : chosen,
      publishAt: publishAt.value,
      allDay: allDay.value,
      span: isTimed.value ? times.span(allDay.value) : null,
    }
    await onSave(readTyped(typed, Date.now()))
  }
  return (
    <div class="announcement-write">
      <Form
        submit={isShown ? 'Save' : SUBMIT[chosen]}
        disabled={text.value.trim() === ''}
        onSubmit={save}
        done={isShown ? 'Saved' : DONE[chosen]}
      >
        {isShown && <Notice>It is shown now: what you change is seen at once.</Notice>}
        <TextArea
          label="Text"
          name="text"
          hint="Links, #hashtags, @mentions and :emoji: work as in posts."
          required
          rows={7}
          maxLength={LONGEST}
          value={text}
        />
        <Checkbox
          label="It is about something at a certain time"
          hint="Apps show when that is, and take the announcement down when it is over."
          value={isTimed}
        />
        {isTimed.value && (
          <div class="announcement-times">
            <Checkbox label="Whole days" value={allDay} />
            <TextField
              key={`starts ${allDay.value}`}
              label="Begins"
              name="starts_at"
              type={allDay.value ? 'date' : 'datetime-local'}
              required
              value={allDay.value ? times.firstDay : times.start}
            />
            <TextField
              key={`ends ${allDay.value}`}
              label="Ends"
              name="ends_at"
              type={allDay.value ? 'date' : 'datetime-local'}
              required
              value={allDay.value ? times.lastDay : times.end}
            />
          </div>
        )}
        {!isShown && <Choices legend="Publish it" value={when} options={WHEN} />}
        {!isShown && chosen === 'later' && (
          <TextField
            label="Publish at"
            name="scheduled_at"
            type="datetime-local"
            required
            value={publishAt}
            hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
          />
        )}
      </Form>
      <Card title="As it will look">
        <Preview text={text.value} />
      </Card>
    </div>
  )
}

const DONE: Readonly<Record<When, string>> = {
  now: 'It is shown',
  later: 'It is scheduled',
  draft: 'The draft is saved',
}

function firstChoice({ id, scheduled_at }: Announcement): When {
  if (scheduled_at !== null) return 'later'
  return id === '' ? 'now' : 'draft'
}

/** Beginning and end, both by the minute and by the day: who changes the mind keeps what was typed. */
function useTimes({ starts_at, ends_at }: Announcement) {
  const start = useSignal(asLocalTime(starts_at))
  const end = useSignal(asLocalTime(ends_at))
  const firstDay = useSignal(starts_at?.slice(0, 10) ?? '')
  const lastDay = useSignal(ends_at?.slice(0, 10) ?? '')
  const span = (allDay: boolean) =>
    allDay ? ([firstDay.value, lastDay.value] as const) : ([start.value, end.value] as const)
  return { start, end, firstDay, lastDay, span }
}
