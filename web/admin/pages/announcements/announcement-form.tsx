import { type Signal, useSignal } from '@preact/signals'
import { Card } from '../../../shared/components/card.tsx'
import { Checkbox, Choices, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import type { Announcement } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'
import { asLocalTime } from '../../../shared/local-time.ts'
import { readSpan, readTyped, type Typed, type When } from './form-values.ts'
import { Preview } from './preview.tsx'

const LONGEST = 5000

const WHEN: readonly { value: When; title: string; hint: string }[] = [
  {
    value: 'now',
    title: t('At once'),
    hint: t('Everybody here is shown it as soon as you send it.'),
  },
  { value: 'later', title: t('At a time'), hint: t('It is published by itself.') },
  {
    value: 'draft',
    title: t('Not yet'),
    hint: t('Only the staff sees it, until somebody publishes it.'),
  },
]

const SUBMIT: Readonly<Record<When, string>> = {
  now: t('Publish'),
  later: t('Schedule'),
  draft: t('Save the draft'),
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
  const span = isTimed.value ? times.span(allDay.value) : null
  const save = async () => {
    const typed: Typed = {
      text: text.value,
      when: isShown ? null : chosen,
      publishAt: publishAt.value,
      allDay: allDay.value,
      span,
    }
    await onSave(readTyped(typed, Date.now()))
  }
  return (
    <div class="announcement-write">
      <Form
        submit={isShown ? t('Save') : SUBMIT[chosen]}
        disabled={text.value.trim() === ''}
        onSubmit={save}
        done={isShown ? t('Saved') : DONE[chosen]}
      >
        {isShown && <Notice>{t('It is shown now: what you change is seen at once.')}</Notice>}
        <TextArea
          label={t('Text')}
          name="text"
          hint={t('Links, #hashtags, @mentions and :emoji: work as in posts.')}
          required
          rows={7}
          maxLength={LONGEST}
          value={text}
        />
        <Checkbox
          label={t('It is about something at a certain time')}
          hint={t('Apps show when that is, and take the announcement down when it is over.')}
          value={isTimed}
        />
        {isTimed.value && <Times allDay={allDay} times={times} />}
        {!isShown && <Choices legend={t('Publish it')} value={when} options={WHEN} />}
        {!isShown && chosen === 'later' && <PublishAt value={publishAt} />}
      </Form>
      <Card title={t('As it will look')}>
        <Preview text={text.value} times={span && readSpan(span, allDay.value)} />
      </Card>
    </div>
  )
}

interface TimesProps {
  allDay: Signal<boolean>
  times: ReturnType<typeof useTimes>
}

function Times({ allDay, times }: TimesProps) {
  const type = allDay.value ? 'date' : 'datetime-local'
  return (
    <div class="announcement-times">
      <Checkbox label={t('Whole days')} value={allDay} />
      <TextField
        key={`starts ${allDay.value}`}
        label={t('Begins')}
        name="starts_at"
        type={type}
        required
        value={allDay.value ? times.firstDay : times.start}
      />
      <TextField
        key={`ends ${allDay.value}`}
        label={t('Ends')}
        name="ends_at"
        type={type}
        required
        value={allDay.value ? times.lastDay : times.end}
      />
    </div>
  )
}

function PublishAt({ value }: { value: Signal<string> }) {
  return (
    <TextField
      label={t('Publish at')}
      name="scheduled_at"
      type="datetime-local"
      required
      value={value}
      hint={t('In your time zone, {timeZone}.', {
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      })}
    />
  )
}

const DONE: Readonly<Record<When, string>> = {
  now: t('It is shown'),
  later: t('It is scheduled'),
  draft: t('The draft is saved'),
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
